// Operations on exports: create, download, get.
import type { INodeProperties } from 'n8n-workflow';
import { limit, operation, operations } from '../../shared/fields';
import { filters } from '../../shared/filters';
import { receiveExport, receiveFile, receiveRecords } from '../receive';

const show = (...operation: string[]) => ({ resource: ['export'], operation });
const pathOfExport = '=/export/{{ encodeURIComponent($parameter.exportId) }}';

export const exportProperties: INodeProperties[] = [
  operations(
    'export',
    [
      operation(
        ['Create', 'create'],
        'Create an export',
        'Export all matching hooks as a file. Plans Scale and Enterprise.',
        'POST /export',
        receiveExport,
      ),
      operation(
        ['Download', 'download'],
        'Download an export',
        'Wait until an export is complete and download its file',
        `GET ${pathOfExport}`,
        receiveFile,
      ),
      operation(['Get', 'get'], 'Get an export', 'Get the status of an export', `GET ${pathOfExport}`, receiveExport),
      operation(
        ['Get Many', 'getAll'],
        'Get many exports',
        'List exports, newest first',
        'GET /exports',
        receiveRecords,
      ),
    ],
    'create',
  ),
  {
    displayName: 'Export ID',
    name: 'exportId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'exp_…',
    displayOptions: { show: show('download', 'get') },
  },
  {
    displayName: 'File Format',
    name: 'fileFormat',
    type: 'options',
    default: 'csv',
    options: [
      { name: 'CSV', value: 'csv' },
      { name: 'JSON', value: 'json', description: 'One array' },
      { name: 'JSON Lines', value: 'jsonl', description: 'One object per line' },
      { name: 'Parquet', value: 'parquet' },
    ],
    displayOptions: { show: show('create') },
    routing: { send: { type: 'body', property: 'format' } },
  },
  {
    displayName: 'Download File',
    name: 'download',
    type: 'boolean',
    default: true,
    description: 'Whether to wait until the export is complete and return its file',
    displayOptions: { show: show('create') },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryProperty',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show: { ...show('create'), download: [true] } },
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryProperty',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the output binary field to put the file in',
    displayOptions: { show: show('download') },
  },
  {
    displayName: 'Wait at Most',
    name: 'waitSeconds',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 300,
    description: 'Seconds to wait until the export is complete',
    displayOptions: { show: show('download') },
  },
  filters('body', show('create')),
  limit(show('getAll')),
];
