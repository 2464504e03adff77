// Turns responses into n8n data: items from records, errors from problem documents, files from exports.
import {
  type IDataObject,
  type IExecuteSingleFunctions,
  type IN8nHttpFullResponse,
  type INodeExecutionData,
  NodeOperationError,
  sleep,
} from 'n8n-workflow';
import { assertSuccess, call } from '../shared/api';

type Receive = (
  this: IExecuteSingleFunctions,
  items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
) => Promise<INodeExecutionData[]>;

type Export = IDataObject & {
  export_id: string;
  status: 'processing' | 'complete' | 'failed' | 'canceled' | 'expired';
  format: 'json' | 'jsonl' | 'csv' | 'parquet';
  download_url: string | null;
};

const pollMs = 2000;
const mimeTypes = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

/** Returns one item for each record of a list. */
export const receiveRecords: Receive = async function (_items, response) {
  assertSuccess(this.getNode(), response, this.getItemIndex());
  const { data } = response.body as { data: IDataObject[] };
  return data.map((json) => ({ json }));
};

/** Returns one item with the record. */
export const receiveData: Receive = async function (_items, response) {
  assertSuccess(this.getNode(), response, this.getItemIndex());
  return [{ json: (response.body as { data: IDataObject }).data }];
};

/** Returns one item with the export, and with its file if requested. */
export const receiveExport: Receive = async function (items, response) {
  assertSuccess(this.getNode(), response, this.getItemIndex());
  if (this.getNodeParameter('download', false)) return receiveFile.call(this, items, response);
  return [{ json: response.body as Export }];
};

export const receiveFile: Receive = async function (_items, response) {
  assertSuccess(this.getNode(), response, this.getItemIndex());
  const record = await waitForExport(this, response.body as Export);
  // The signed link authorizes the download, so the key is not sent. A stream, since files may be larger than the memory.
  const file = await this.helpers.httpRequest({ url: record.download_url ?? '', encoding: 'stream' });
  const name = `${record.export_id}.${record.format}`;
  const binary = await this.helpers.prepareBinaryData(file, name, mimeTypes[record.format]);
  return [{ json: record, binary: { [this.getNodeParameter('binaryProperty', 'data') as string]: binary } }];
};

async function waitForExport(context: IExecuteSingleFunctions, first: Export): Promise<Export> {
  const until = Date.now() + 1000 * (context.getNodeParameter('waitSeconds', 300) as number);
  let record = first;
  while (record.status === 'processing') {
    if (Date.now() > until)
      throw new NodeOperationError(context.getNode(), `${record.export_id} is not complete yet`, {
        description: 'Download it later with its Export ID.',
        itemIndex: context.getItemIndex(),
      });
    await sleep(pollMs);
    record = await call<Export>(context, { url: `/export/${record.export_id}` });
  }
  if (record.status !== 'complete')
    throw new NodeOperationError(context.getNode(), `${record.export_id} is ${record.status}`, {
      itemIndex: context.getItemIndex(),
    });
  return record;
}
