import { describe, expect, it } from 'vitest'
import { decode } from './decode.ts'

const refusalOf = (text: string) => {
  const decoded = decode(new TextEncoder().encode(text))
  return decoded.ok ? null : decoded.refusal
}

describe('a text file that is not CSV', () => {
  it.each<[what: RegExp, toDo: RegExp, texts: string[]]>([
    [
      /web page/,
      /spreadsheet program.*CSV UTF-8/,
      [
        '<div><table border="1"><tr><th>Phone</th></tr></table></div>',
        '<table><tr><td>+14155550134</td></tr></table>',
        '\r\n\r\n<!-- export -->\n<table>',
        '<style>td { mso-number-format: "@" }</style><table>',
        '<HTML xmlns:x="urn:schemas-microsoft-com:office:excel"><head>',
        '<meta charset="utf-8"><table>',
        '<tr><td>Phone</td></tr>',
        '<h1>Customers</h1>',
      ],
    ],
    [
      /web archive/,
      /spreadsheet program/,
      [
        'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n',
        'From: <Saved by Blink>\nSnapshot-Content-Location: https://example.com\n',
        'From: "Saved by Windows Internet Explorer 11"\nSubject: Report\n',
      ],
    ],
    [
      /database dump/,
      /database program/,
      [
        "INSERT INTO contacts VALUES (1, '+14155550134');",
        '-- MySQL dump 10.13\n--\nCREATE TABLE `contacts` (',
        '--\n-- PostgreSQL database dump\n--\n',
        '-- phpMyAdmin SQL Dump\n-- version 5.2\n',
        'CREATE TABLE contacts (phone text);',
        'DROP TABLE IF EXISTS `contacts`;',
        'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;',
        '/*!40101 SET NAMES utf8 */;',
        'COPY public.contacts (phone) FROM stdin;',
      ],
    ],
    [
      /directory export/,
      /Export it as CSV/,
      ['dn: cn=Ann,dc=example\ncn: Ann\n', 'version: 1\n\ndn: cn=Ann\n', '# export\n\ndn:: Y249QW5u\n'],
    ],
    [
      /YAML/,
      /Export it as CSV/,
      [
        '---\n- name: Ann\n  phone: "+14155550134"\n',
        '- name: Ann\n',
        'contacts:\n  - name: Ann\n',
        '%YAML 1.2\n---\n',
      ],
    ],
    [/JSON/, /Get Data/, ['{"phone": "+14155550134"}\n{"phone": 1}', '[\n  {"phone": 1}]', '{ }']],
    [/XML file/, /Get Data/, ['<?xml version="1.0"?>\n<contacts/>', '<contacts>\n  <contact>', '<ns:a b="c"><d/>']],
    [
      /Excel workbook in XML/,
      /spreadsheet program/,
      ['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n'],
    ],
    [/contact card/, /address book/, ['BEGIN:VCARD\nVERSION:3.0\n', '\n\nbegin:vcard\n']],
    [/SYLK/, /spreadsheet program/, ['ID;PWXL;N;E\nP;PGeneral\n']],
  ])('is named as %s, with what to do: %s', (what, toDo, texts) => {
    for (const text of texts) {
      const refusal = refusalOf(text)
      const { code, message } = refusal ?? { code: text, message: '' }
      expect([code, message]).toEqual(['not_csv', expect.stringMatching(what)])
      expect(message).toMatch(toDo)
    }
  })

  it('is named in any encoding', () => {
    const bytes = Uint8Array.from('<table><tr><td>Mich\xe8le, Ren\xe9', (character) => character.charCodeAt(0))
    expect(decode(bytes)).toMatchObject({ ok: false, refusal: { code: 'not_csv' } })
  })

  it.each([
    'phone_number,first_name\n+14155550134,Ann\n',
    '<name>,<phone>\nAnn,+14155550134\n',
    'ID;Phone\n1;+14155550134\n',
    'ID;P\n1;+14155550134\n',
    'Set,Phone\n1,+14155550134\n',
    'Begin,End,Phone\n1,2,+14155550134\n',
    '-- Customers --\nphone,name\n+14155550134,Ann\n',
    '---,---\nphone,name\n',
    '- ,phone\nx,+14155550134\n',
    'Report: November\nDate: 2026-11-20\nphone,name\n',
    'Version: 2\nphone,name\n',
    'From: Ann\nphone,name\n+14155550134,Bob\n',
    '#,phone\n1,+14155550134\n',
    'Insert,phone\nx,+14155550134\n',
    '"{name}","phone"\n"Ann","+14155550134"\n',
    '[phone],[name]\n+14155550134,Ann\n',
  ])('is no CSV file: %j', (text) => {
    expect(refusalOf(text)).toBeNull()
  })
})
