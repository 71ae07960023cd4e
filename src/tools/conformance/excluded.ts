/** What the specification names and nobody can check, with the reason. */
export interface Excluded {
  operations: string[]
  section: string
  reason: string
}

export const excluded: readonly Excluded[] = [
  {
    operations: [
      'POST /v2/thing/{thingId}/data',
      'POST /v2/thing/{thingId}/data/columnar',
      'timeseries, summary and recent-data queries under /v2/',
      'template apply',
      'things, sites, fleets, thing-type and metric definitions, templates, integrations',
    ],
    section: 'specification 4.8',
    reason:
      'They belong to another product that shares the rate-limit page; they have no payloads to implement (interface 7). Only their limits, the two tiers, are of this service.',
  },
  {
    operations: ['webhook deliveries'],
    section: 'specification 6',
    reason: 'Announced, not yet available; checking them would need an address that the service can reach.',
  },
]
