import { gemmarkTest } from 'gemmark/vitest';
import { describe, expect } from 'vitest';

const test = gemmarkTest({ config: 'gemmark.config.yaml' });

describe('습관 노트', () => {
	test('걷기를 물으면 카탈로그에서 걷기를 찾는다', async ({ ask }) => {
		const turn = await ask('걷기 습관 찾아 줘');
		expect(turn).toCallTool('search_catalog', { keyword: '걷기' });
		expect(turn).not.toCallTool('list_active_habits');
	});

	test('하고 있는 습관을 물으면 한마디 하고 목록을 본다', async ({ ask }) => {
		const turn = await ask('지금 하고 있는 습관 보여 줘');
		expect(turn).toHaveMeaningfulPrefix();
		expect(turn).toCallTool('list_active_habits');
		expect(turn.text).toContain('물 한 잔');
	});

	test('인사에는 아무것도 부르지 않는다', async ({ ask }) => {
		const turn = await ask('안녕');
		expect(turn.unscored).toBeUndefined();
		expect(turn.calls).toEqual([]);
	});

	test('세 프롬프트로는 prefix를 보존한다', async ({ evaluate }) => {
		expect(await evaluate('prefix')).toDecidePath('keep');
	});
});
