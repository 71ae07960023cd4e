import { describe, expect, it } from 'vitest'
import { referenceOf } from './service-words.ts'

describe('the reference of a simulation', () => {
  it('is linked where the browser stands beside the service', () => {
    expect(referenceOf('simulation', 'http://127.0.0.1:4401', 'localhost')).toBe('http://127.0.0.1:4401/reference')
  })
  it('is not where the browser is elsewhere, the service is, or it is none', () => {
    expect(referenceOf('simulation', 'http://127.0.0.1:4401', 'switchboard.example.com')).toBeNull()
    expect(referenceOf('simulation', 'https://service.example.com', 'localhost')).toBeNull()
    expect(referenceOf('live', 'http://127.0.0.1:4401', 'localhost')).toBeNull()
    expect(referenceOf('simulation', '', 'localhost')).toBeNull()
  })
})
