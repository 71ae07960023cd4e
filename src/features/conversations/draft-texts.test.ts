import { expect, it } from 'vitest'
import { whoDecidesChannel } from './texts.tsx'

it('says of a draft which channel its flow has, and that the service decides', () => {
  expect(whoDecidesChannel('Replies', 'sms')).toMatch(/^The flow “Replies” is for SMS\. The service decides/)
  expect(whoDecidesChannel('Replies', 'carrier-pigeon')).toContain('is for carrier-pigeon.')
  expect(whoDecidesChannel('Visits', '')).toMatch(/^The flow “Visits” has no channel\. The service decides/)
})
