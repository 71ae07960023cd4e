/** Operations of the specification that cannot be checked, with the reason. */
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
      'These operations belong to another product that shares the rate-limit page, and have no documented payloads (interface 7). Only the two rate-limit tiers apply to this service.',
  },
]
