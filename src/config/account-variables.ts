// Variables of operators and of how accounts come about.
import { mailbox, oneOf, operatorKey, webhookSecret, webhookUrl } from './values.ts';
import { variable } from './variable.ts';

/** How a stranger gets an account: an operator approves a request, or the link of an email is enough. */
const signUpModes = ['request', 'open'] as const;

export const accountVariables = {
  operatorKey: variable(operatorKey.optional(), {
    name: 'HOOKLINE_OPERATOR_KEY',
    shownDefault: 'generated, mode 0600',
    meaning: 'bearer key of the operator API and the CLI; at least 24 characters',
  }),
  operatorEmail: variable(mailbox.optional(), {
    name: 'HOOKLINE_OPERATOR_EMAIL',
    shownDefault: 'none',
    meaning:
      'mailbox of an owner of the service, who signs in to the console at `/sign-in` and is mailed about requests and problems; added at each start',
  }),
  operatorWebhook: variable(webhookUrl.optional(), {
    name: 'HOOKLINE_OPERATOR_WEBHOOK',
    shownDefault: 'none',
    meaning:
      'URL that problems of health are posted to when they start and when they are over, such as a Slack webhook (docs/operator.md)',
  }),
  operatorWebhookSecret: variable(webhookSecret.optional(), {
    name: 'HOOKLINE_OPERATOR_WEBHOOK_SECRET',
    shownDefault: 'none',
    meaning: '`whsec_…`, which signs these requests like those to customers; without it they are not signed',
  }),
  signUp: variable(oneOf(signUpModes), {
    name: 'HOOKLINE_SIGNUP',
    default: 'request',
    meaning: '`request` = an operator approves each account; `open` = anyone gets a Free account and a key by email',
  }),
};
