/** An example of a recipient file. Its numbers are not in use. */
export const template = [
  'phone_number,first_name,last_name,email,custom_field_1,custom_field_2',
  '+14155550134,Dana,Whitfield,dana.whitfield@example.com,Thursday,10:30',
  '+447700900123,Oliver,Marsh,oliver.marsh@example.com,Friday,14:00',
  '',
].join('\r\n')
