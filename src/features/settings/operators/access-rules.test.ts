import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/index.ts'
import { cannotDisable, cannotSave, isLastAdmin, makesAdmin } from './access-rules.ts'

const somebody = (id: string, roles: Role[], disabled = false) => ({ id, roles, disabled })
const ada = somebody('ada', ['admin', 'support'])
const ben = somebody('ben', ['reviewer'])

describe('the last administrator', () => {
  it('is the only one who can still come in', () => {
    expect(isLastAdmin(ada, [ada, ben])).toBe(true)
    expect(isLastAdmin(ada, [ada, somebody('eve', ['admin'], true)])).toBe(true)
    expect(isLastAdmin(ada, [ada, somebody('eve', ['admin'])])).toBe(false)
    expect(isLastAdmin(ben, [ada, ben])).toBe(false)
  })

  it('can be neither disabled nor made something else', () => {
    expect(cannotDisable(ada, [ada, ben], [])).toContain('last administrator')
    expect(cannotSave(ada, [ada, ben], ['support'])).toContain('last administrator')
    expect(cannotSave(ada, [ada, ben], ['admin'])).toBe('')
  })
})

describe('a change', () => {
  it('makes an administrator by a role, or by letting one in again', () => {
    expect(makesAdmin(ben, { ...ben, roles: ['admin', 'reviewer'] })).toBe(true)
    expect(makesAdmin({ ...ada, disabled: true }, ada)).toBe(true)
    expect(makesAdmin(ada, { ...ada, roles: ['admin'] })).toBe(false)
    expect(makesAdmin(ben, { ...ben, roles: ['support'] })).toBe(false)
    expect(makesAdmin({ ...ben, disabled: true }, ben)).toBe(false)
  })
})

describe('an operator', () => {
  it('can be disabled, and can have other roles, but not none', () => {
    expect(cannotDisable(ben, [ada, ben], [])).toBe('')
    expect(cannotSave(ben, [ada, ben], ['reviewer', 'support'])).toBe('')
    expect(cannotSave(ben, [ada, ben], [])).toContain('at least one')
    expect(cannotSave(ben, [ada, ben], ['reviewer'])).toContain('now')
  })

  it('of a simulation stays as they are', () => {
    expect(cannotDisable(ben, [ada, ben], ['ben'])).toContain('simulation')
  })
})
