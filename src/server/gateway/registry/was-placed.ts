import { sql } from 'kysely'

/** Whether a call was placed by hand, which proves that it is of no batch. @param room the column that has the name of its room */
export const wasPlaced = (room: string) =>
  sql<boolean | number>`exists (select 1 from placed_calls as p where p.room_name = ${sql.ref(room)})`
