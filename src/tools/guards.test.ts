/** Every guard of the gateway has a test that misses it; `node src/tools/guards.ts` takes each out and sees that test fail. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gateway, guards, pathOf, testOf } from './guards.ts'

const read = (file: string) => readFileSync(pathOf(file), 'utf8')

describe('the guards of the gateway', () => {
  it('stand in the code, once each', () => {
    const lost = guards.filter(({ file, code }) => read(file).split(code).length !== 2)
    expect(lost.map(({ guard }) => guard)).toEqual([])
    expect(new Set(guards.map(({ guard }) => guard)).size).toBe(guards.length)
  })

  it('have a test each that exists', () => {
    const without = guards.filter((guard) => {
      const { file, name } = testOf(guard)
      return !read(file).includes(`'${name}'`)
    })
    expect(without.map(({ test }) => test)).toEqual([])
  })

  it('are in every file that refuses something', () => {
    const files = readdirSync(gateway, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
      .map((file) => join('src/server/gateway', file))
    // What passes on another's word, such as the service's own, guards nothing.
    const passing = /throw (error\b|refusal\([\w.]*refusal\))/g
    const refusing = files.filter((file) => /\bthrow /.test(read(file).replaceAll(passing, '')))
    expect(refusing.filter((file) => !guards.some((guard) => guard.file === file))).toEqual([])
  })
})
