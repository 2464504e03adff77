// Starts the interactive reference, in the reader's browser. A file of its own, since the page's policy allows no inline script.

/** The dashboard leaves the reader's key here, so that examples and “try it” carry it. It goes nowhere but to the API. */
function storedKey() {
  try {
    return sessionStorage.getItem('hookline.key');
  } catch {
    // A browser that keeps nothing for us shows the reference all the same.
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
  // These four hand the document to services of Scalar's.
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
