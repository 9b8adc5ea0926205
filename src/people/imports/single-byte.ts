/** The encodings with one byte for each character that files with Croatian names are in, the likeliest first. */
export const SINGLE_BYTE = ['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'] as const;
export type SingleByte = (typeof SINGLE_BYTE)[number];

/** What the bytes from 0x80 on mean where `TextDecoder` does not know it: DOS, and the Mac before its year 2000. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č' +
  'áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
  '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀' +
  'ÓßÔŃńňŠšŔÚŕŰýÝţ´\xad˝˛ˇ˘§÷¸°¨˙űŘř■\xa0';
const MAC_CE =
  'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü' +
  '†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
  'ņŃ¬√ńŇ∆«»…\xa0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖ' +
  'ŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ';

const upperHalf = (name: string): string =>
  new TextDecoder(name).decode(Uint8Array.from({ length: 128 }, (_, index) => index + 128));

const UPPER: Readonly<Record<SingleByte, string>> = {
  'windows-1250': upperHalf('windows-1250'),
  'iso-8859-2': upperHalf('iso-8859-2'),
  cp852: CP852,
  'mac-ce': MAC_CE,
};

/** What a byte means. */
export const characterOf = (encoding: SingleByte, byte: number): string =>
  byte < 128 ? String.fromCharCode(byte) : (UPPER[encoding][byte - 128] ?? '');

const UPPER_BYTES = /[\x80-\xff]/g;

export function decodeSingleByte(encoding: SingleByte, bytes: Buffer): string {
  const upper = UPPER[encoding];
  return bytes.toString('latin1').replace(UPPER_BYTES, (byte) => upper[byte.charCodeAt(0) - 128] ?? '');
}
