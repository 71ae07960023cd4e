/** For tests: mounts small file systems in memory, if this user may mount file systems. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from './process.ts'
import { afterTest } from './testing.ts'

const mount = (folder: string, options = '') =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=8m${options}`, 'tmpfs', folder], { stdio: 'ignore' })
const unmount = (folder: string) => execFileSync('umount', ['-l', folder])

/** Whether this user may mount a file system. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-'))
  try {
    mount(folder)
    unmount(folder)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
})()

/** Mounts a file system of 8 MB until the end of the test. `makeReadOnly` remounts it read-only. */
export function mountSmallVolume(): { folder: string; makeReadOnly: () => void } {
  const folder = temporaryFolder()
  mount(folder)
  afterTest(() => Promise.resolve(void unmount(folder)))
  return { folder, makeReadOnly: () => mount(folder, ',remount,ro') }
}
