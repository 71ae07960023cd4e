/** For tests: small file systems of their own, in memory, where this user may mount one. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from './process.ts'
import { afterwards } from './testing.ts'

const mount = (folder: string, options = '') =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=4m${options}`, 'tmpfs', folder], { stdio: 'ignore' })
const unmount = (folder: string) => execFileSync('umount', ['-l', folder])

/** Whether this user may mount one. */
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

/** Mounts one for the time of the test. `makeReadOnly`: from now on nothing can be written to it. */
export function mountSmallVolume(): { folder: string; makeReadOnly: () => void } {
  const folder = temporaryFolder()
  mount(folder)
  afterwards(() => Promise.resolve(void unmount(folder)))
  return { folder, makeReadOnly: () => mount(folder, ',remount,ro') }
}
