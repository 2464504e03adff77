// Operations on exports: create, download, get.
import type { INodeProperties } from 'n8n-workflow';
import { filters } from '../../shared/filters';
import { receiveExport, receiveFile, receiveRecords } from '../receive';

const show = (...operation: string[]) => ({ resource: ['export'], operation });
const pathOfExport = '=/export/{{ encodeURIComponent($parameter.exportId) }}';

export const exportProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['export'] } },
    options: [
      {
        name: 'Create',
        value: 'create',
        action: 'Create an export',
        description: 'Export all matching hooks as a file. Plans Scale and Enterprise.',
        routing: { request: { method: 'POST', url: '/export' }, output: { postReceive: [receiveExport] } },
      },
      {
        name: 'Download',
        value: 'download',
        action: 'Download an export',
        description: 'Wait until an export is complete and download its file',
        routing: { request: { method: 'GET', url: pathOfExport }, output: { postReceive: [receiveFile] } },
      },
      {
        name: 'Get',
        value: 'get',
        action: 'Get an export',
        description: 'Get the state of an export',
        routing: { request: { method: 'GET', url: pathOfExport }, output: { postReceive: [receiveExport] } },
      },
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many exports',
        description: 'List exports, newest first',
        routing: { request: { method: 'GET', url: '/exports' }, output: { postReceive: [receiveRecords] } },
      },
    ],
    default: 'create',
  },
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
      { name: 'JSON Lines', value: 'jsonl', description: 'One object a line' },
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
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: show('getAll') },
    routing: { send: { type: 'query', property: 'limit' } },
  },
];
