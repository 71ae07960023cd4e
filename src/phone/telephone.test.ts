import { expect, it } from 'vitest'
import { otherSpelling, telephoneOf } from './telephone.ts'

it.each([
  ['+5491123456789', '+541123456789'],
  ['+5215512345678', '+525512345678'],
  ['+5511981234567', '+551181234567'],
])('%s and %s are one telephone', (longer, shorter) => {
  expect([otherSpelling(longer), otherSpelling(shorter)]).toEqual([shorter, longer])
  expect([longer, shorter].map((number) => telephoneOf(Number(number)))).toEqual([Number(shorter), Number(shorter)])
})

it.each(['+14155550134', '+4915123456789', '+551131234567', '+5511931234567', '+573001234567', '+5255123456'])(
  '%s has one spelling',
  (number) => {
    expect([otherSpelling(number), telephoneOf(Number(number))]).toEqual([undefined, Number(number)])
  },
)
