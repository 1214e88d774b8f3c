import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledModelFolder } from '../../../run/compose/load.ts';
import { sendEvents } from '../../../runners/openai/engine-server-fixture.ts';
import { withoutSpecialTokens } from '../faults/server-faults.ts';
import { ANY_PATH, type EvidenceRow, RUN } from './evidence-row.ts';

const SERVED = ['run', '--suite', 'prefix'];

/** Models that are asked, or read, in a form that is not theirs. */
export const MODEL_ROWS: readonly EvidenceRow[] = [
	{
		seen: '--dialect functiongemma on a Gemma 4 model',
		tested: true,
		before: 'path B 0/15',
		run: ({ gemmark }) => gemmark(...RUN, '--dialect', 'functiongemma'),
		says: [/^gemmark: .*functiongemma.*mini-q8_0/u],
		never: ANY_PATH,
		exitCode: 2,
	},
	{
		seen: 'a Zephyr template',
		tested: true,
		before: 'path B 0/15 in the Gemma 3 dialect: wrong turn tokens, no BOS',
		run({ edit, gemmarkOnServer }) {
			edit('zephyr.jinja', () => ZEPHYR);
			return gemmarkOnServer(undefined, ...SERVED, '--template', 'zephyr.jinja');
		},
		says: [/^gemmark: .*mini-q8_0.*template/u],
		never: ANY_PATH,
		exitCode: 2,
	},
	{
		seen: 'a server that hides the tokens of which calls are made',
		before: 'path B 0/15',
		run: ({ gemmarkOnServer }) =>
			gemmarkOnServer((response, events) => sendEvents(response, withoutSpecialTokens(events)), ...SERVED),
		// Each call is read without its tokens, by named repairs, as the run reads it with them.
		says: [/^= prefix complete A 9\/15/u],
		exitCode: 0,
	},
	{
		seen: 'tools that the template does not print',
		tested: true,
		before: "each sample 'fails', path B 0/15",
		run({ edit, gemmarkOnServer }) {
			const own = readFileSync(join(bundledModelFolder(), 'template.jinja'), 'utf8');
			// As older templates of Gemma 4 do with a property that is named `type`.
			edit('old.jinja', () => own.replace('{%- for k, p in s.properties', "{%- for k, p in {} if k != 'type'"));
			return gemmarkOnServer(undefined, ...SERVED, '--limit', '1', '--template', 'old.jinja');
		},
		says: [/chat template.*(?:print|omit)/u],
		never: ANY_PATH,
		exitCode: 0,
	},
];

const ZEPHYR = `{% for message in messages %}<|{{ message.role }}|>
{{ message.content }}</s>
{% endfor %}{% if add_generation_prompt %}<|assistant|>
{% endif %}`;
