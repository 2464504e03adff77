// Node: hooks, drafts, trends and exports, by declared routes of the API.
import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { credentials, requestDefaults } from '../shared/api';
import { loadOptions } from '../shared/terms';
import { draftProperties } from './resources/draft';
import { exportProperties } from './resources/export';
import { hookProperties } from './resources/hook';
import { trendProperties } from './resources/trend';

export class Hookline implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Hookline',
    name: 'hookline',
    icon: { light: 'file:../../icons/hookline.svg', dark: 'file:../../icons/hookline.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Search viral video hooks, check drafts, follow trends and export',
    defaults: { name: 'Hookline' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials,
    requestDefaults,
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Draft', value: 'draft' },
          { name: 'Export', value: 'export' },
          { name: 'Hook', value: 'hook' },
          { name: 'Trend', value: 'trend' },
        ],
        default: 'hook',
      },
      ...hookProperties,
      ...draftProperties,
      ...exportProperties,
      ...trendProperties,
    ],
  };

  methods = { loadOptions };
}
