/** The formats that are checked. Source: ajv-formats 3.0.1, all of its `fullFormats`. */
export const knownFormats: readonly string[] = (
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email ' +
  'hostname ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer ' +
  'byte int32 int64 float double password binary'
).split(' ');
