// The protocol without a cable (docs/plans.md): plays a plan, and writes down what was said. The twin of FileTransport.kt. Never
// compiled by gemmark: see README.md.
import 'dart:async';
import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'gemmark_client.dart';

/// [play] while the app is in front; the screen must stay on.
class FileTransport implements Transport {
  FileTransport(this._client, this._plan, this._answers);

  final GemmarkClient _client;
  final File _plan;
  final File _answers;
  late final RandomAccessFile _out;

  /// Where the answer to an ask ends: whether its sample goes on.
  Completer<bool> _ends = Completer<bool>();
  int? _asked;
  bool _isStopped = false;

  /// Asks every sample that an earlier process has not finished. False: the app cannot continue, and has to be started again.
  Future<bool> play() async {
    final messages = [for (final line in _linesOf(_plan)) (jsonDecode(line) as Json)['message'] as Json];
    final welcome = messages.first;
    final before = _Finished(_answers, welcome['session'] as String);
    final samples = _samplesOf(messages.skip(1));
    final written = _answers.existsSync() ? _answers.readAsBytesSync() : const <int>[];
    final isTorn = written.isNotEmpty && written.last != _newline;
    _out = _answers.openSync(mode: FileMode.append);
    if (isTorn) _out.writeByteSync(_newline);
    _client.session = before.isBegun ? welcome['session'] as String : null;
    _write('app', _client.hello(token: ''));
    _copy(welcome);
    final details = welcome['plan'] as Json;
    final sustained = Stopwatch()..start();
    var isFirst = true;
    for (final sample in samples) {
      if (before.isDone(sample, details['tries'] as int)) continue;
      if (!isFirst) await _coolDown(details['coolDown'] as String? ?? '');
      isFirst = false;
      if (!await _ask(sample)) return false;
    }
    // A process that goes on after another adds no further rounds.
    final sustainMs = before.isBegun ? 0 : (details['sustainS'] as num? ?? 0) * 1000;
    while (sustained.elapsedMilliseconds < sustainMs) {
      for (final sample in samples) {
        if (!await _ask(sample)) return false;
      }
    }
    _copy({'type': 'close'});
    _client.show('done, ${samples.length} of ${samples.length}: send ${_answers.path}');
    return true;
  }

  /// A turn with an error ends its sample. False: the app cannot continue.
  Future<bool> _ask(List<Json> sample) async {
    for (final message in sample) {
      _asked = message['type'] == 'ask' ? message['ask'] as int : null;
      _ends = Completer<bool>();
      _copy(message);
      if (_asked != null && !await _ends.future) break;
    }
    return !_isStopped;
  }

  void _copy(Json message) {
    _write('gemmark', message);
    _client.received(this, message);
  }

  @override
  void send(Json message) {
    final type = message['type'];
    if (type == 'pong') return;
    _write('app', message);
    if (type == 'error' && !message.containsKey('ask')) _isStopped = true;
    final isLast = type == 'error' || (type == 'end' && message['more'] != true);
    if (isLast && (_isStopped || message['ask'] == _asked) && !_ends.isCompleted) {
      _ends.complete(type == 'end' && !message.containsKey('error'));
    }
  }

  /// One line, in one write, straight to the file: what was written survives a kill.
  void _write(String from, Json message) {
    final line = {
      'from': from,
      'at': _sinceStart.elapsedMicroseconds / 1000,
      if (message['type'] == 'hello') 'time': DateTime.now().toUtc().toIso8601String(),
      'message': message,
    };
    _out.writeFromSync(utf8.encode('${jsonEncode(line)}\n'));
  }

  /// Seconds, or until the phone is nominal, at most ten minutes; without a status it does not wait.
  Future<void> _coolDown(String wanted) async {
    if (wanted.endsWith('s')) {
      final seconds = double.parse(wanted.substring(0, wanted.length - 1));
      return Future<void>.delayed(Duration(milliseconds: (seconds * 1000).toInt()));
    }
    if (wanted != 'nominal') return;
    final waited = Stopwatch()..start();
    while (waited.elapsed < const Duration(minutes: 10)) {
      final thermal = (await _client.stateNow())['thermal'] ?? 'nominal';
      if (thermal == 'nominal') return;
      await Future<void>.delayed(const Duration(seconds: 1));
    }
  }
}

/// Monotonic; Dart does not say when the process began.
final Stopwatch _sinceStart = Stopwatch()..start();

const int _newline = 10;

/// A line that was cut inside a character is read too.
List<String> _linesOf(File file) =>
    const LineSplitter().convert(utf8.decode(file.readAsBytesSync(), allowMalformed: true)).where((line) => line != '').toList();

/// By sample: what opens it, and its asks.
List<List<Json>> _samplesOf(Iterable<Json> messages) {
  final samples = <List<Json>>[];
  String? sample;
  for (final message in messages) {
    if (message['type'] == 'close') continue;
    if (message.containsKey('sample') && message['sample'] != sample) {
      sample = message['sample'] as String;
      samples.add([]);
    }
    samples.last.add(message);
  }
  return samples;
}

/// What earlier processes have left. A file of another plan is put aside, never mixed in.
class _Finished {
  _Finished(File file, String session) {
    final messages = file.existsSync() ? [for (final line in _linesOf(file)) ..._messageOf(line)] : const <Json>[];
    final other = messages.where((one) => one['type'] == 'welcome' && one['session'] != session).firstOrNull;
    if (other != null) file.renameSync('${file.path}.${(other['session'] as String).substring(0, 12)}');
    isBegun = other == null && messages.isNotEmpty;
    if (isBegun) _read(messages);
  }

  final Map<int, int> _begun = {};
  final Map<int, Json> _ended = {};
  late final bool isBegun;

  void _read(List<Json> messages) {
    int? open;
    String? process;
    for (final message in messages) {
      switch (message['type']) {
        case 'ask':
          open = message['ask'] as int;
          _begun[open] = (_begun[open] ?? 0) + 1;
        case 'hello':
          final exit = message['exit'] as Json?;
          // A person or an update ended the process: the try does not count.
          final isOutside = exit?['process'] == process && _outside.contains(exit?['reason']);
          if (open != null && isOutside) _begun[open] = _begun[open]! - 1;
          open = null;
          process = message['process'] as String;
        case 'end' || 'error':
          if (message.containsKey('ask') && message['more'] != true) {
            _ended[message['ask'] as int] = message;
            open = null;
          }
      }
    }
  }

  /// All its ends are there, or one with an error, or it was begun as often as the plan allows.
  bool isDone(List<Json> sample, int tries) {
    final asks = [for (final one in sample) if (one['type'] == 'ask') one['ask'] as int];
    final ends = [for (final ask in asks) if (_ended[ask] case final end?) end];
    final isFailed = ends.any((end) => end['type'] == 'error' || end.containsKey('error'));
    return isFailed || ends.length == asks.length || [for (final ask in asks) _begun[ask] ?? 0].reduce(max) >= tries;
  }

  /// A line that a killed process was writing is none.
  static List<Json> _messageOf(String line) {
    try {
      return [(jsonDecode(line) as Json)['message'] as Json];
    } on FormatException {
      return [];
    }
  }
}

const Set<String> _outside = {'user', 'update'};
