// Trigger: polls for hooks that were added, updated or retired.
import {
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { credentials } from '../shared/api';
import { labelField, listedLabels } from '../shared/filters';
import { loadOptions } from '../shared/terms';
import { type Change, followChanges, listNewest } from './changes';

export class HooklineTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Hookline Trigger',
    name: 'hooklineTrigger',
    icon: { light: 'file:../../icons/hookline.svg', dark: 'file:../../icons/hookline.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["changes"].join(", ") }}',
    description: 'Starts the workflow when hooks are added, updated or retired. All plans but Free.',
    defaults: { name: 'Hookline Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials,
    properties: [
      {
        displayName: 'Changes',
        name: 'changes',
        type: 'multiOptions',
        required: true,
        default: ['added'],
        options: [
          { name: 'Added', value: 'added' },
          { name: 'Retired', value: 'retired', description: 'Has the ID only, so filters do not apply' },
          { name: 'Updated', value: 'updated', description: 'Such as new views or labels' },
        ],
      },
      {
        displayName: 'Filters',
        name: 'filters',
        type: 'collection',
        placeholder: 'Add Filter',
        default: {},
        options: [
          ...listedLabels.map(labelField),
          {
            displayName: 'Minimum Views',
            name: 'min_views',
            type: 'number',
            typeOptions: { minValue: 0 },
            default: 0,
          },
        ],
      },
    ],
  };

  methods = { loadOptions };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const kinds = this.getNodeParameter('changes') as string[];
    const filters = this.getNodeParameter('filters') as Record<string, string[] | number>;
    const isWanted = (change: Change) => kinds.includes(change.change) && matches(change, filters);
    // The editor gets an example, which does not move the position in the list of changes.
    const changes = this.getMode() === 'manual' ? await listNewest(this, filters) : await followChanges(this);
    const items = changes.filter(isWanted).map((change) => ({ json: change }));
    return items.length > 0 ? [items] : null;
  }
}

function matches({ hook }: Change, { min_views = 0, ...labels }: Record<string, string[] | number>): boolean {
  if (!hook) return true;
  const isAnyOf = ([name, values]: [string, string[] | number]) =>
    !Array.isArray(values) || values.length === 0 || values.includes(String(hook[name]));
  return Number(hook.views) >= Number(min_views) && Object.entries(labels).every(isAnyOf);
}
