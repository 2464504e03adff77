// Emails in log lines.

/** `a…@example.com`: enough to recognize an email, not to write to it. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1…');
}
