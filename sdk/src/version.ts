// Version of this package, as in package.json. A file of its own, since bundlers can't read package.json without help.
export const version = '1.0.0';
