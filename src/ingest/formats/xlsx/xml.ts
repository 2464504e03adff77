// Streaming XML parser: calls a handler for each element, by its name without a prefix.
import { SaxesParser } from 'saxes';

export type XmlHandlers = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** No part of a workbook is nested deeper. The parser keeps the open elements in memory. */
const maxDepth = 100;

/** Yields after each piece, so that what the handlers collected can be passed on. Throws if the XML is invalid. */
export async function* parseXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const { open, text = () => {}, close = () => {} } = handlers;
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw new Error(`its XML is nested deeper than ${maxDepth} levels`);
    open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    close(localName(name));
  });
  parser.on('text', text);
  parser.on('cdata', text);
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
