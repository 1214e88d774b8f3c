import { expect, it } from 'vitest';
import { suiteDouble } from '../../../testing/doubles/suite-double.ts';
import { evaluateScripted } from '../../../testing/scripted-evaluation.ts';
import { keepSecret, withoutSecrets } from '../../../text/secrets.ts';
import type { SampleResult } from '../../sample.ts';
import { ownWordsOf } from './own-words.ts';

/** A sample whose user says this. */
function asked(text: string): Promise<SampleResult> {
	const suite = suiteDouble(['a'], async () => ({ messages: [{ role: 'user', text }], facts: {} }));
	return evaluateScripted(suite, { id: 'a', input: 'input of a' }, []);
}

it('a sample tells its own words only where they are not those of its row', async () => {
	expect(await asked('input of a')).not.toHaveProperty('ownWords');
	expect((await asked('other words')).ownWords).toMatch(/^[0-9a-f]{64}$/u);
	expect((await asked('other words')).ownWords).not.toBe((await asked('yet others')).ownWords);
});

it('own words are tied as the log keeps them, without its secrets', async () => {
	keepSecret('hunter2-hunter2');
	const result = await asked('my key is hunter2-hunter2');
	const logged = withoutSecrets(result);
	expect(logged.transcript.messages).toEqual([{ role: 'user', text: 'my key is ***************' }]);
	expect(await ownWordsOf(logged)).toBe(result.ownWords);
});
