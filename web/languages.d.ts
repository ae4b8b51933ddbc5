// The server writes this module: the codes of all languages, one for each file of texts.

declare const codes: string[];
export default codes;
