/** English sentences of what scorers and evidence give as details. Alphabetical by code. */
export const score = {
	'score.against-first':
		'No path: the rule counts {hits} of {n}, but given its error rate, fewer than {threshold} are worth keeping ({share}% likely). Label the {open} {open|text|texts} that it counted: gemmark label RUN.',
	'score.against-second':
		'No path: the rule counts {hits} of {n}, but given its error rate, at least {threshold} are worth keeping ({share}% likely). Label the {open} {open|text|texts} that it did not count: gemmark label RUN.',
	'score.alike': 'Other prompts like these would lead to the same path at least 9 times in 10.',
	'score.all-thought': 'all tokens went into thought',
	'score.any-call-expected': 'expected a call',
	'score.argument': '{name}: expected {wanted}, got {given}',
	'score.argument-default': '{name}: expected {wanted}, got nothing (the app uses {given})',
	'score.argument-none': '{name}: expected {wanted}, got nothing',
	'score.argument-rounded': '{name}: expected {wanted}, got {given} (rounded from the written number)',
	'score.at-least': 'at least {n}',
	'score.at-most': 'at most {n}',
	'score.at-tool': '{tool}: {problem}',
	'score.between': 'Path {path} is {low} to {high}% likely, depending on {open} unscored {open|prompt|prompts}.',
	'score.call-cut':
		'a call has no end or cannot be parsed, and the capture does not show whether its generation was cut off',
	'score.call-without-arguments': 'the server reported a call without the arguments that its tool needs',
	'score.call-without-name': 'the server reported a call without a name',
	'score.called': 'The model called a tool in {called} of {n}[[; {hits} of these {called} had a text worth keeping]].',
	'score.code-threw': 'threw {thrown}',
	'score.contradictory': [
		'contradict themselves',
		'Fix what the app or engine reports about its answers (docs/on-device.md, docs/own-runner.md), then run these prompts again.',
	],
	'score.count': '{n} {reason}',
	'score.cut': 'cut off',
	'score.cut-context-full': ['filled the context', "Raise --context-size, or the server's context size."],
	'score.cut-deadline': ['hit the deadline', 'Raise --deadline, or use a faster engine.'],
	'score.cut-length': [
		'hit the token limit',
		'Raise --max-tokens. If the report says the server stopped earlier, change its limit or stop words.',
	],
	'score.doubt-every': 'Narrow: this path needs every prompt to pass, and one of other prompts may not.',
	'score.doubt-people': 'Borderline: people are evenly split on {n} {n|text|texts}, which could change the path.',
	'score.doubt-phrase':
		'Borderline: {n} of the {hits} that count share one phrase. If it is not worth keeping, the path is {other}.',
	'score.doubt-prompts':
		'Narrow: [[{n} ]]other prompts like these could lead to path {other}[[: {share}%]]. Add prompts to find out.',
	'score.doubt-prompts-greedy':
		'Narrow: [[{n} ]]other prompts like these could lead to path {other}[[: {share}%]]. Add prompts to find out; a repeat changes nothing.',
	'score.doubt-rule':
		'Borderline: given the rule’s error rate, this path is {share}% likely to be right for these prompts.',
	'score.doubt-rule-range':
		'Borderline: given the rule’s error rate, this path is {low} to {high}% likely to be right, depending on {open} unscored {open|prompt|prompts}.',
	'score.doubt-sampling': 'Each prompt was asked once; a repeat could differ. Check with --epochs 3.',
	'score.doubt-tied':
		'Borderline: {n} {n|prompt is|prompts are} tied over the repeats; as hits they would change the path.',
	'score.empty-answer': 'the answer is empty: no text, no call and no counted token',
	'score.engine-failed': [
		'failed in the engine',
		'Read the failure in the report and the log of the engine or server, fix it, and run again.',
	],
	'score.epochs-disagree': 'Repeats disagree on {n} {n|prompt|prompts}: {prompts}.',
	'score.error-unknown': 'The rule’s error rate is unknown here.',
	'score.expected': 'expected {wanted}',
	'score.expected-got': 'expected {wanted}, got {given}',
	'score.foreign': ['asked something else', 'Ask these prompts again in the exact words of the corpus.'],
	'score.interrupted': ['interrupted', 'Finish the run with --resume.'],
	'score.killed': ['killed by the system', 'Use a smaller model or context, or a phone with more memory.'],
	'score.label-counted':
		'Label the {n} {n|text|texts} that the rule counted[[; about {usual} {usual|settles|settle} it]]: gemmark label RUN.',
	'score.label-missed':
		'Label the {n} {n|text|texts} that the rule did not count[[; about {usual} {usual|settles|settle} it]]: gemmark label RUN.',
	'score.message-number': 'message {n}',
	'score.messages-alone':
		"no generation went through the solver's context, and only scorers with needs: 'own' can score messages alone",
	'score.missing': [
		'missing',
		'Finish the run with --resume, or merge all its shards. For a captured app, capture these prompts too.',
	],
	'score.never-called': [
		'called no tool',
		'Check chat template, dialect and tool declarations (gemmark lint), or use a larger model.',
	],
	'score.no-call': 'nothing was called',
	'score.no-call-expected': 'expected no call, got {calls}',
	'score.no-path':
		'No verdict yet: {hits} of {n} {n|prompt passes|prompts pass} ({threshold} needed for path {first}), {open} unscored[[: {causes}]].',
	'score.no-path-call':
		'No path: the model called a tool in 0 of {n} prompts, and without a call there is nothing to decide.',
	'score.no-path-short': 'no path, {hits} of {n}',
	'score.no-such-tool': '{tool}: no such tool',
	'score.not-a-score': 'returned {value}, which is not a {kind}',
	'score.not-applicable': [
		'without a main score',
		'No main score applies to these samples. Give them one, or make another score the main one.',
	],
	'score.not-evaluated': [
		'not evaluated',
		'Finish the run with --resume. For a captured app, capture these prompts too.',
	],
	'score.not-json': 'not JSON',
	'score.not-judged': 'unscored: {list}',
	'score.not-known': 'unknown',
	'score.not-recorded': [
		'not recorded',
		"Record or capture these prompts again, with complete generations and their finish reasons. If the solver bypasses its context, use scorers with needs: 'own'.",
	],
	'score.not-repeated': ['not repeated often enough', 'Finish the run with --resume.'],
	'score.own-code-failed': [
		'failed in the code of the app, dialect or suite',
		'Fix the code that the report names, and run again.',
	],
	'score.path':
		'Path {path}: {hits} of {n} {n|prompt passes|prompts pass} ({threshold} needed for path {first}[[; 95% CI {low}–{high}%]]).',
	'score.path-labels':
		'Path {path}: rule and labels count {hits} of these {n} ({threshold} needed)[[; if the rule’s error rate holds for this model, {low} to {high} are worth keeping]].',
	'score.path-rule':
		'Path {path}: the rule counts {hits} of these {n} ({threshold} needed)[[; if its error rate holds for this model, {low} to {high} are worth keeping]].',
	'score.path-short': 'path {path}, {hits} of {n}',
	'score.prefix-forbidden':
		"The system prompt forbids the text that is counted ('{quote}'), so the path follows from the prompt, not from the model. Remove the sentence and run again.",
	'score.people-all': 'People labelled all {of} {of|text|texts}. The rule alone: {rule}.',
	'score.people-some':
		'People labelled {labelled} of {of} {of|text|texts}[[, {disputed} of them in dispute]]; the rule judged the rest. The rule alone: {rule}.',
	'score.promise': 'returned a promise, which is not a {kind}',
	'score.reason-not-text': 'returned a reason or detail that is not text',
	'score.refused-by-server': [
		'refused by the server',
		"Read the server's message in the report. Switch its filter off, or use another server.",
	],
	'score.score-missing': ['without the score', 'Score the run again with `gemmark rescore`.'],
	'score.scorer-failed': ['failed in the scorer', 'Fix the scorer, then run `gemmark rescore`.'],
	'score.state-changed': 'the state changed',
	'score.state-hidden': 'an app without code does not report its state; an app of defineApp does, with snapshot()',
	'score.state-not-captured': 'a capture does not contain the state of its app',
	'score.subset':
		'No verdict: {hits} of {judged} {judged|prompt passes|prompts pass}, but the corpus has {n}[[; {partly} with only some of their repeats]][[; unscored: {causes}]].',
	'score.subset-of-repeats':
		'No verdict: {hits} of {judged} {judged|prompt passes|prompts pass}, but repeats are missing[[; unscored: {causes}]].',
	'score.swallowed-by-engine': [
		'swallowed by the engine',
		'Use raw output or another engine; `gemmark fates` shows how each engine parses it.',
	],
	'score.timeout-right': [
		'timeout; the call was right',
		"Use a faster engine or an idle machine, or raise the suite's timeout as far as the app may wait.",
	],
	'score.times-left-out': 'without comparable times',
	'score.too-large': [
		'too large for a log',
		'Make the tools, the app or the suite return less than one log line allows (docs/limits.md), and run again.',
	],
	'score.tool-not-offered': 'the app did not offer the tool {tool} in this sample',
	'score.turned':
		'No path: people labelled {labelled} of {of} {of|text|texts}[[, {disputed} of them in dispute]]. With the rule for the rest, the result is {people}, but the rest could change it back. The rule alone: {rule}.',
	'score.unconfirmed': [
		'possibly from another model',
		'Load the model of the run again, keep it loaded, and run these prompts with --resume.',
	],
	'score.unreadable': [
		'unreadable',
		"Use the model's own dialect and template (--dialect, --template). If a server or app parses the calls, set its tool-call parser.",
	],
	'score.unscored': 'unscored',
	'score.unscored-certain': 'Unscored prompts cannot change the path ({causes}); no interval is given.',
	'score.value-too-large': 'returned {value}, which is beyond {limit}',
	'score.words-held-back': 'the engine refused the call and held back words before it',
} as const;
