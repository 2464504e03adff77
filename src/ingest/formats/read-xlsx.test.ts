// XLSX reader: the values of cells, the choice of the sheet, and the limit of unpacked bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { type ReadOptions, readRecords } from './read.ts';
import { isRejection, type RawRecord, type Rejection } from './record.ts';

/** `size`: declared size in the archive. Default: the true one. */
type Part = { name: string; text: string | Buffer; size?: number };

/** A ZIP archive in memory, as Excel writes it: deflated, with a central directory. */
function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, text, size } of parts) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('504b01021400', 'hex'), common, Buffer.alloc(14), Buffer.from(name)]);
    entry.writeUInt32LE(offset, 42);
    central.push(entry);
    local.push(Buffer.from('504b0304', 'hex'), common, Buffer.from(name), packed);
    offset += 4 + common.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

const parts = (sheet: string | Buffer, more: readonly Part[] = []): Part[] => [
  {
    name: 'xl/workbook.xml',
    text: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/>
      <sheet name="Videos" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'worksheet', '/xl/worksheets/sheet2.xml')}
      ${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}${relation('rId4', 'styles', 'styles.xml')}</Relationships>`,
  },
  {
    name: 'xl/sharedStrings.xml',
    text: '<sst><si><t>Caption</t></si><si><r><t>Stop &amp; </t></r><r><t xml:space="preserve">read_x000D_</t></r><rPh><t>hint</t></rPh></si></sst>',
  },
  {
    name: 'xl/styles.xml',
    text: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.0&quot; m&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="21"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  },
  { name: 'xl/worksheets/sheet1.xml', text: sheet },
  {
    name: 'xl/worksheets/sheet2.xml',
    text: '<worksheet><sheetData><row><c t="inlineStr"><is><t>a</t></is></c></row><row><c><v>1</v></c></row></sheetData></worksheet>',
  },
  ...more,
];

const sheetOf = (rows: string) => `<x:worksheet xmlns:x="x"><x:sheetData>${rows}</x:sheetData></x:worksheet>`;

const videos =
  sheetOf(`<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>Plays</x:t></x:is></x:c>
  <x:c r="D2" t="str"><x:v>Posted</x:v></x:c><x:c r="E2" t="str"><x:v>At</x:v></x:c><x:c r="F2" t="str"><x:v>Length</x:v></x:c><x:c r="G2" t="str"><x:v>Ok</x:v></x:c></x:row>
  <x:row r="3"/><x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c><x:c r="B4" s="4"><x:f>1+1</x:f><x:v>250000</x:v></x:c><x:c r="C4"><x:v>9</x:v></x:c>
  <x:c r="D4" s="1"><x:v>45801</x:v></x:c><x:c r="E4" s="2"><x:v>45801.5</x:v></x:c><x:c r="F4" s="3"><x:v>0.0009722222</x:v></x:c><x:c r="G4" t="b"><x:v>1</x:v></x:c></x:row>
  <x:row r="5"><x:c r="B5" t="e"><x:v>#N/A</x:v></x:c><x:c r="G5" t="b"><x:v>0</x:v></x:c></x:row>`);

async function* pieces(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, options: Partial<ReadOptions> = {}) {
  const items: Array<RawRecord | Rejection> = [];
  for await (const batch of readRecords(pieces(bytes), { filename: 'x.xlsx', ...options })) items.push(...batch);
  const records = items.filter((item): item is RawRecord => !isRejection(item));
  return { records, reasons: items.filter(isRejection).map(({ reason }) => reason) };
}

test('rows of the first visible sheet are records: texts, numbers, dates as ISO, times as h:mm:ss', async () => {
  const { records, reasons } = await read(zip(parts(videos)), { format: 'csv' });
  assert.deepEqual(reasons, []);
  assert.deepEqual(records, [
    {
      position: { file: 'x.xlsx', line: 4, record: 1 },
      fields: {
        Caption: 'Stop & read\r',
        Plays: 250_000,
        Posted: '2025-05-24',
        At: '2025-05-24T12:00:00.000Z',
        Length: '0:01:24',
        Ok: true,
      },
    },
    {
      position: { file: 'x.xlsx', line: 5, record: 2 },
      fields: { Caption: null, Plays: null, Posted: null, At: null, Length: null, Ok: false },
    },
  ]);
});

test('a workbook that unpacks to more than the limit is rejected before it fills the memory', async () => {
  const bomb = sheetOf(`<x:row r="1"><x:c t="str"><x:v>a</x:v></x:c></x:row>${'<x:row/>'.repeat(2_000_000)}`);
  const options = { maxSpreadsheetBytes: 1_000_000 };
  const honest = zip(parts(bomb));
  assert.ok(honest.length < 100_000);
  assert.match(
    (await read(honest, options)).reasons[0] ?? '',
    /more than 1000000 bytes.*HOOKLINE_LIMIT_SPREADSHEET_BYTES/,
  );
  const lying = zip(parts(bomb).map((part) => (part.text === bomb ? { ...part, size: 5000 } : part)));
  assert.match((await read(lying, options)).reasons[0] ?? '', /damaged: too many bytes/);
  const nested = zip(parts(sheetOf('<a>'.repeat(1000))));
  assert.match((await read(nested)).reasons[0] ?? '', /nested deeper than 100 levels/);
  assert.match((await read(honest, { maxSpreadsheetBytes: 1000 })).reasons[0] ?? '', /more than 1000 bytes/);
});

test('a title above the header is skipped, and a repeated column name gets a number', async () => {
  const row = (...texts: string[]) =>
    `<x:row>${texts.map((text) => `<x:c t="str"><x:v>${text}</x:v></x:c>`).join('')}</x:row>`;
  const titled = zip(parts(sheetOf(row('Hooks of May') + row('text', 'n', 'n') + row('one', '1', '2'))));
  const { records } = await read(titled);
  assert.deepEqual(
    records.map(({ fields }) => fields),
    [{ text: 'one', n: '1', 'n 2': '2' }],
  );
  assert.deepEqual((await read(titled, { headerRow: 3 })).records, []);
});

test('a damaged archive, or one without a workbook or usable header, is one rejection', async () => {
  const whole = zip(parts(videos));
  const cases: [Buffer, RegExp][] = [
    [zip([{ name: 'a.txt', text: 'x' }]), /not an XLSX workbook; unpack it/],
    [zip([{ name: '../a.txt', text: 'x' }]), /damaged/],
    [whole.subarray(0, 700), /ZIP archive that cannot be read/],
    [zip(parts('<worksheet><sheetData><row>')), /damaged/],
    [zip(parts(sheetOf(''))), /the sheet is empty/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file/],
  ];
  for (const [bytes, reason] of cases) {
    let isCut = false;
    const onCut = () => {
      isCut = true;
    };
    const { records, reasons } = await read(bytes, { onCut });
    assert.deepEqual([records, reasons.length], [[], 1]);
    assert.match(reasons[0] ?? '', reason);
    assert.equal(isCut, !/old Excel/.test(reasons[0] ?? ''));
  }
});
