import { expect, it } from 'vitest';
import { spreadsheetText } from './text.ts';

it('a cell is no formula, moves no cursor and turns no text', () => {
	expect(spreadsheetText(' =1+1')).toBe("' =1+1");
	expect(spreadsheetText('a\u009b31m\u202eb\u2066c\u0000\n한글')).toBe('a\ufffd31m\ufffdb\ufffdc\ufffd\n한글');
});
