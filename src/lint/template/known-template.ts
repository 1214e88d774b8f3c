import { sha256 } from '../../json/sha256.ts';
import type { LintFinding } from '../finding.ts';

interface KnownTemplate {
	readonly family: string;
	/** ISO 8601. */
	readonly date: string;
	/** Whether the template says the date itself; else a public repository had it on that date. */
	readonly dated: 'published' | 'seen';
}

/**
 * Official templates by the sha256 of their source without white space at its end.
 * Source: ollama/ollama, model/renderers/testdata/gemma4_{e2b,31b}_chat_template.jinja2, commits bf2a42172
 * (2026-04-13), c7c2837c9 (2026-04-29) and 8a0016f82 (2026-07-14, whose files say that they were published 2026-07-09).
 */
const KNOWN: ReadonlyMap<string, KnownTemplate> = new Map<string, KnownTemplate>([
	known('781d10940fbc44be40064b5d43a056fc486c84ceaa55538226368b57314132bf', 'Gemma 4 E2B', '2026-04-13', 'seen'),
	known('33204f1acb5bd0002713e16a593847f24ceeafe711ed88bda2a352dc996a3373', 'Gemma 4 E2B', '2026-04-29', 'seen'),
	known('523fc86ed4db0357763963f4b0fdbce319903f1f68b2d03f593bef7a56836533', 'Gemma 4 E2B', '2026-07-09', 'published'),
	known('1d35a24a2a63cc600c0cab43628a6df4cd3318e959b03307cf5f9f7e29ecf783', 'Gemma 4 31B', '2026-04-13', 'seen'),
	known('94899c0f917d93f6fe81c95744d1e8ddab2d21d39228d2e4aec1fb2a25bff413', 'Gemma 4 31B', '2026-04-29', 'seen'),
	known('2af48814bacaf2a35a2d57aa19eee6c42ed530011977e8f414cf1d467da446c2', 'Gemma 4 31B', '2026-07-09', 'published'),
]);

const NEWEST = '2026-07-09';

/** How old the template is, where its hash is known or it says so itself. */
export async function templateVintage(chatTemplate: string): Promise<LintFinding> {
	const hash = await sha256(chatTemplate.trimEnd());
	return { level: 'note', code: 'vintage', message: vintageText(chatTemplate, hash), where: 'template' };
}

function vintageText(chatTemplate: string, hash: string): LintFinding['message'] {
	const template = KNOWN.get(hash);
	if (template !== undefined) {
		const { family, date, dated } = template;
		const older = date < NEWEST;
		return {
			en: `the official template of ${family}, ${dated} ${date}${older ? `; use a model file with the newest known here, of ${NEWEST}` : ', the newest that is known here'}`,
			ko: `${family}의 공식 템플릿, ${date}${dated === 'seen' ? ' 확인' : ' 공개'}. ${older ? `여기서 아는 가장 새것은 ${NEWEST}의 것이니 그 템플릿이 든 모델 파일을 쓰세요` : '여기서 아는 것 가운데 가장 새것입니다'}`,
		};
	}
	const said = /\bPublished:\s*(\d{4}-\d{2}-\d{2})\b/u.exec(chatTemplate)?.[1];
	const short = hash.slice(0, 12);
	return {
		en: `no official template that is known here (sha256 ${short})${said === undefined ? '' : `; it says that it was published ${said}`}`,
		ko: `여기서 아는 공식 템플릿이 아닙니다 (sha256 ${short})${said === undefined ? '' : `. 스스로 ${said}에 공개됐다고 적었습니다`}`,
	};
}

function known(
	hash: string,
	family: string,
	date: string,
	dated: KnownTemplate['dated'],
): readonly [string, KnownTemplate] {
	return [hash, { family, date, dated }];
}
