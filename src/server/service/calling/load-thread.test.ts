import { expect, it, test } from 'vitest'
import { asWritten } from './load-thread.ts'

const byEmail = { customer_phone: null }

test.each(['Dana', '(Anna', 'Ann[', 'J.R', '*', '$&'])('an e-mail to %s has the name once, in its greeting', (name) => {
  const text = `Hi ${name}, your visit is booked, ${name}. Thank you ${name}! Ask for ${name} Marsh.`
  expect(asWritten(text, byEmail, { first_name: name, agent: 'Willa' })).toBe(
    `Hello ${name},\n\nYour visit is booked. Thank you! Ask for ${name} Marsh.\n\nWilla, Northfield Home`,
  )
})

it('keeps what a name only resembles', () => {
  const written = asWritten('The code is JxR. Thank you.', byEmail, { first_name: 'J.R', agent: 'Willa' })
  expect(written).toContain('The code is JxR. Thank you.')
})
