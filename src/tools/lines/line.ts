/**
 * A line of a document that says something testable, and the tests that hold the service to it.
 *
 * `[section, the line, test, …]`. A test is named by its file and its name: `calls: starts a call, …` is in
 * `src/server/service/calls.test.ts`; a file with a slash is below `src`. lines.test.ts reads the tables: a line without a test
 * fails, and so does a test that does not exist.
 */
export type Line = readonly [section: string, line: string, ...tests: string[]]

/** The tests that hold for every endpoint alike. */
export const every = {
  spelled: 'spelling: spells every answer of every endpoint as the contract does',
  key: 'every-endpoint: needs a key, before all else',
  workspace:
    'every-endpoint: of conversations and active calls needs a workspace that the key may use; no other of the specification does',
  refusals:
    'every-endpoint: answers bad requests with the status codes of the specification and in its forms, and nothing else',
  conforms: 'tools/conformance: finds the embedded service whole and conforming, and takes away what it made',
  conformsAlone: 'tools/conformance: finds it conforming with the specification alone, on the developer plan',
}
