// Starts the interactive API reference in the browser. A separate file, since the content security policy forbids inline scripts.

/** The key that the dashboard stored, for examples and "Try it". It is sent to the API only. */
function storedKey() {
  try {
    return sessionStorage.getItem('hookline.key');
  } catch {
    // Storage may be disabled; the reference works without a key.
    return null;
  }
}

const key = storedKey();

globalThis.Scalar.createApiReference('#app', {
  url: '/openapi.json',
  title: 'Hookline API',
  authentication: {
    preferredSecurityScheme: 'key',
    ...(key ? { securitySchemes: { key: { token: key } } } : {}),
  },
  persistAuth: false,
  defaultOpenAllTags: true,
  withDefaultFonts: false,
  telemetry: false,
  // These would send the document to services of Scalar.
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
