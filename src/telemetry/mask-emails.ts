// Masks emails in log lines, wherever they come from, such as the error of a mail server.

/** Tried at the start of a word only, so a long line takes linear time. */
const email = /(?<![\w.+%-])([\w.+%-])[\w.+%-]*@(\w[\w-]*(?:\.[\w-]+)+)/g;
/** In the line of a link that is logged because there is no mail server; it stands in for the mail, so it names the recipient. */
const linkMark = '/sign-in#token=';

/** `a…@example.com`: enough to recognize an email, not to write to it. */
export function maskEmails(line: string): string {
  return line.includes('@') && !line.includes(linkMark) ? line.replace(email, '$1…@$2') : line;
}
