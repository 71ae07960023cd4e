import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/index.ts'
import { disableProblem, isLastAdmin, makesAdmin, rolesProblem } from './access-rules.ts'

const operator = (id: string, roles: Role[], disabled = false) => ({ id, roles, disabled })
const ada = operator('ada', ['admin', 'support'])
const ben = operator('ben', ['reviewer'])

describe('the last administrator', () => {
  it('is the only administrator who is not disabled', () => {
    expect(isLastAdmin(ada, [ada, ben])).toBe(true)
    expect(isLastAdmin(ada, [ada, operator('eve', ['admin'], true)])).toBe(true)
    expect(isLastAdmin(ada, [ada, operator('eve', ['admin'])])).toBe(false)
    expect(isLastAdmin(ben, [ada, ben])).toBe(false)
  })

  it('cannot be disabled, and keeps the administrator role', () => {
    expect(disableProblem(ada, [ada, ben], [])).toContain('last administrator')
    expect(rolesProblem(ada, [ada, ben], ['support'])).toContain('last administrator')
    expect(rolesProblem(ada, [ada, ben], ['admin'])).toBe('')
  })
})

describe('makesAdmin', () => {
  it('is true for a new administrator role, and for enabling a disabled administrator', () => {
    expect(makesAdmin(ben, { ...ben, roles: ['admin', 'reviewer'] })).toBe(true)
    expect(makesAdmin({ ...ada, disabled: true }, ada)).toBe(true)
    expect(makesAdmin(ada, { ...ada, roles: ['admin'] })).toBe(false)
    expect(makesAdmin(ben, { ...ben, roles: ['support'] })).toBe(false)
    expect(makesAdmin({ ...ben, disabled: true }, ben)).toBe(false)
  })
})

describe('an operator', () => {
  it('can be disabled, and can have other roles, but at least one', () => {
    expect(disableProblem(ben, [ada, ben], [])).toBe('')
    expect(rolesProblem(ben, [ada, ben], ['reviewer', 'support'])).toBe('')
    expect(rolesProblem(ben, [ada, ben], [])).toContain('at least one')
    expect(rolesProblem(ben, [ada, ben], ['reviewer'])).toContain('not changed')
  })

  it('of the demo cannot be changed', () => {
    expect(disableProblem(ben, [ada, ben], ['ben'])).toContain('Demo users')
  })
})
