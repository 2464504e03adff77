// Email to one recipient, as text and HTML.

export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  /** Absent in emails that an earlier version queued. */
  html?: string;
  /** Message-ID, where the same message may be sent twice. */
  messageId?: string;
  /** ISO 8601. With `messageId`, so that each attempt sends the same message. Default now. */
  date?: string;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
};

/** `detail` is a line below the text. */
export type MailItem = { text: string; detail?: string; url?: string };

/** A part of an email. A string is a paragraph. */
export type MailPart =
  | string
  /** The one thing to do. */
  | { button: string; url: string }
  | { links: readonly { label: string; url: string }[] }
  | { facts: readonly (readonly [label: string, value: string])[] }
  /** `title` stands above the items; `url` is the page that an item is about. */
  | { list: readonly MailItem[]; title?: string }
  | { code: string }
  /** Text of a person, such as the operator's message. */
  | { quote: string }
  | { note: string };

export type MailContent = {
  to: string;
  subject: string;
  /** Greeted by it. Absent where the address is not verified: a stranger could have the service mail any text as a name. */
  name?: string;
  parts: readonly MailPart[];
};
