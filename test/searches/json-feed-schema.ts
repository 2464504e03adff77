// JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) as a schema: members that the specification names, and extensions.
import { z } from 'zod';

/** Names of extensions begin with an underscore and a letter, and have no dot. */
const withExtensions = <T extends z.ZodRawShape>(shape: T) =>
  z
    .looseObject(shape)
    .refine((object) => Object.keys(object).every((name) => name in shape || /^_[A-Za-z][^.]*$/.test(name)), {
      error: 'has a member that is neither of the specification nor an extension',
    });

const author = withExtensions({
  name: z.string().optional(),
  url: z.url().optional(),
  avatar: z.url().optional(),
}).refine((one) => Object.keys(one).length > 0, { error: 'an author has at least one member' });
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
const time = z.iso.datetime({ offset: true });

const attachment = withExtensions({
  url: z.url(),
  mime_type: z.string(),
  title: z.string().optional(),
  size_in_bytes: z.number().optional(),
  duration_in_seconds: z.number().optional(),
});

const item = withExtensions({
  id: z.string().min(1),
  url: z.url().optional(),
  external_url: z.url().optional(),
  title: z.string().optional(),
  content_html: z.string().optional(),
  content_text: z.string().optional(),
  summary: z.string().optional(),
  image: z.url().optional(),
  banner_image: z.url().optional(),
  date_published: time.optional(),
  date_modified: time.optional(),
  authors: z.array(author).optional(),
  tags: z.array(z.string()).optional(),
  language: language.optional(),
  attachments: z.array(attachment).optional(),
}).refine(({ content_html, content_text }) => content_html !== undefined || content_text !== undefined, {
  error: 'an item has content_html or content_text',
});

export const jsonFeed = withExtensions({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url().optional(),
  feed_url: z.url().optional(),
  description: z.string().optional(),
  user_comment: z.string().optional(),
  next_url: z.url().optional(),
  icon: z.url().optional(),
  favicon: z.url().optional(),
  authors: z.array(author).optional(),
  language: language.optional(),
  expired: z.boolean().optional(),
  hubs: z.array(withExtensions({ type: z.string(), url: z.url() })).optional(),
  items: z.array(item),
});
