internal import Glibc
internal import Values

final class KeyReader {
  enum Event: Equatable {
    case character(Unicode.Scalar)
    case escape
    case meta(Unicode.Scalar)
    /// Without the escape character.
    case sequence(String)
    case paste(String)
    case garbage
    case interruption
    case suspension
    case resize
    /// The input has ended, the terminal has disconnected, or a signal asks the program to end.
    case end
  }

  /// Milliseconds to wait for the rest of an escape sequence.
  private static let patience: Int32 = 50

  /// Milliseconds without input before deferred work is done.
  private static let pause: Int32 = 250
  /// Milliseconds before deferred work is retried.
  private static let longPause: Int32 = 2000

  /// Does deferred work; returns false if the work must be retried.
  var whenIdle: () -> Bool = { true }

  /// Whether the terminal answers cursor queries. A timeout makes this false, a late answer true.
  private(set) var isReported = true

  private let descriptor: Int32
  private let isOwn: Bool
  private var postponed: [Event] = []
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var isBroken = false

  init(_ descriptor: Int32) {
    // Ctrl-C discards unread input even after poll() has reported it, so reads must not block. The
    // terminal is opened again, because O_NONBLOCK applies to the open file description, which
    // other programs share.
    let own =
      isatty(descriptor) == 1
      ? open("/proc/self/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    isOwn = own >= 0
    self.descriptor = isOwn ? own : descriptor
  }

  deinit { if isOwn { close(descriptor) } }

  /// Clears the end of input, which a terminal also sends for Ctrl-D; returns false if reading has
  /// failed.
  func mayGoOn() -> Bool {
    guard !isBroken else { return false }
    isAtEnd = false
    return true
  }

  func next() -> Event {
    while true {
      if let event = next(within: -1) { return event }
    }
  }

  /// The time is in milliseconds.
  func next(within time: Int32) -> Event? {
    guard postponed.isEmpty else { return postponed.removeFirst() }
    while true {
      let event = event(within: time)
      guard event?.reportedColumn != nil else { return event }
      // A late cursor report is not a key.
      isReported = true
    }
  }

  /// Returns the 0-based column of the cursor report, or nil without a report. Queues other events.
  func nextReport() -> Int? {
    for _ in 0..<4 {
      while let event = event(within: Self.pause) {
        if let column = event.reportedColumn { return column }
        postponed.append(event)
        guard event != .end else { return nil }
      }
    }
    isReported = false
    return nil
  }

  private func event(within time: Int32) -> Event? {
    if let event = signalled { return event }
    guard let byte = nextByte(within: time) else { return isAtEnd ? .end : signalled }
    if byte == 0x1B { return escape() }
    return scalar(from: byte).map(Event.character) ?? .garbage
  }

  private var signalled: Event? {
    if TerminalSignals.ending != nil { return .end }
    if TerminalSignals.take(SIGINT) { return .interruption }
    if TerminalSignals.take(SIGTSTP) { return .suspension }
    if TerminalSignals.take(SIGWINCH) { return .resize }
    return nil
  }

  /// nil at the end of input, after a signal, or on a timeout. The time is in milliseconds; a
  /// negative time waits forever.
  private func nextByte(within time: Int32, reading count: Int = 1) -> UInt8? {
    if position == buffer.count {
      position = 0
      buffer.removeAll(keepingCapacity: true)
      guard wait(for: time) else { return nil }
      // Reads byte by byte, because input after the line may be for another program.
      var bytes = Array(repeating: UInt8(0), count: count)
      let length = read(descriptor, &bytes, count)
      if length <= 0 {
        isBroken = length < 0 && errno != EINTR && errno != EAGAIN
        isAtEnd = length == 0 || isBroken
        if isBroken { TerminalSignals.hangUp() }
        return nil
      }
      buffer += bytes[..<length]
    }
    defer { position += 1 }
    return buffer[position]
  }

  private func wait(for time: Int32) -> Bool {
    guard time < 0 || time > Self.pause else { return poll(for: time) ?? false }
    if let isThere = poll(for: Self.pause) { return isThere }
    var isDone = whenIdle()
    while time < 0, !isDone {
      if let isThere = poll(for: Self.longPause) { return isThere }
      isDone = whenIdle()
    }
    return poll(for: max(time - Self.pause, -1)) ?? false
  }

  /// True for a byte, false for a signal, nil on a timeout.
  private func poll(for time: Int32) -> Bool? {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let count = Glibc.poll(&waits, 2, time)
    guard count > 0 else { return count == 0 ? nil : false }
    if waits[0].revents != 0 { return true }
    // Empties the pipe only now, because input that came with a signal is handled first.
    TerminalSignals.silence()
    return false
  }

  private func scalar(from first: UInt8) -> Unicode.Scalar? {
    if first < 0x80 { return Unicode.Scalar(first) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
    var bytes = [first]
    while bytes.count < count, let byte = nextByte(within: Self.patience) {
      guard byte & 0xC0 == 0x80 else {
        position -= 1
        break
      }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  private func escape() -> Event {
    guard let byte = nextByte(within: Self.patience) else { return .escape }
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
      if byte == 0x1B {
        position -= 1
        return .escape
      }
      return scalar(from: byte).map(Event.meta) ?? .garbage
    }
    var bytes = [byte]
    while let byte = nextByte(within: Self.patience) {
      bytes.append(byte)
      if (0x40...0x7E).contains(byte) || byte < 0x20 || bytes.count > 30 { break }
    }
    guard bytes.count > 1 else { return .meta(Unicode.Scalar(byte)) }
    let sequence = String(decoding: bytes, as: UTF8.self)
    return sequence == "[200~" ? .paste(paste()) : .sequence(sequence)
  }

  /// Line ends become newlines. An incomplete paste is empty.
  private func paste() -> String {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    while !bytes.suffix(end.count).elementsEqual(end) {
      guard let byte = nextByte(within: -1, reading: 1 << 12) else {
        if isAtEnd || TerminalSignals.isPending { return "" }
        continue
      }
      bytes.append(byte)
    }
    bytes.removeLast(end.count)
    return String(decoding: bytes, as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }
}

extension KeyReader.Event {
  fileprivate var reportedColumn: Int? {
    guard case .sequence(let sequence) = self,
      let match = sequence.wholeMatch(of: /\[[0-9]+;([0-9]+)R/)
    else { return nil }
    return Int(match.1).map { $0 - 1 }
  }
}

extension Key {
  static func keys(for event: KeyReader.Event) -> [Key] {
    switch event {
    case .character(let scalar): keys(for: scalar)
    case .escape, .interruption: [.escape]
    case .meta(let scalar): metas[scalar].map { [$0] } ?? []
    case .sequence(let sequence): sequences[sequence].map { [$0] } ?? []
    case .paste(let text): text.isEmpty ? [] : [.paste(text)]
    case .garbage, .suspension, .resize, .end: []
    }
  }

  private static func keys(for scalar: Unicode.Scalar) -> [Key] {
    // Ctrl-K deletes to the end of the line, like in Emacs.
    if scalar == "\u{0B}" { return [.selectEnd, .cut] }
    if let key = controls[scalar] { return [key] }
    return scalar.properties.generalCategory == .control ? [] : [.character(scalar)]
  }

  private static let controls: [Unicode.Scalar: Key] = [
    "\r": .enter, "\n": .enter, "\t": .tab, "\u{7F}": .backspace, "\u{08}": .backspace,
    "\u{01}": .home, "\u{02}": .left, "\u{04}": .delete, "\u{05}": .end, "\u{06}": .right,
    "\u{0C}": .clear, "\u{0E}": .down, "\u{10}": .up, "\u{13}": .submit, "\u{15}": .clear,
    "\u{16}": .yank, "\u{17}": .wordBackspace, "\u{18}": .cut, "\u{19}": .yank, "\u{1F}": .undo,
  ]

  private static let metas: [Unicode.Scalar: Key] = ["_": .redo, "w": .copy, "a": .selectAll]

  /// Without the escape character.
  private static let sequences: [String: Key] = {
    var keys: [String: Key] = [
      "[1~": .home, "[7~": .home, "[4~": .end, "[8~": .end, "[3~": .delete, "[Z": .up,
      "[1;2D": .selectLeft, "[1;2C": .selectRight, "[1;2H": .selectHome, "[1;2F": .selectEnd,
      "[1;3A": .step(by: 1), "[1;3B": .step(by: -1), "[2;3~": .addRow, "[3;3~": .removeRow,
    ]
    let cursor: [(String, Key)] = [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ]
    for (letter, key) in cursor {
      keys["[" + letter] = key
      keys["O" + letter] = key
    }
    return keys
  }()
}
