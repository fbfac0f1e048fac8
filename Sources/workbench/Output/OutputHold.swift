internal import Replies

/// Buffers the output of all streams in order until a commit.
final class OutputHold: ReplyHold {
  private let streams: [Output]
  /// The output of a group of commands; nil if no group is open.
  private var group: OutputSpool?
  /// The output of an unfinished command; nil if there is none.
  private var command: OutputSpool?

  init(_ streams: [Output]) {
    self.streams = streams
    for stream in streams { stream.hold = self }
  }

  var isHolding: Bool { command != nil || group != nil }

  var isOutput = true {
    willSet { if newValue != isOutput { flush() } }
  }

  func take(_ bytes: [UInt8], of output: Output) {
    guard let stream = streams.firstIndex(where: { $0 === output }), !bytes.isEmpty else { return }
    (command ?? group)?.append(OutputPiece(stream: stream, isOutput: isOutput, bytes: bytes))
  }

  // MARK: A group

  func hold() {
    guard group == nil else { return }
    flush()
    group = OutputSpool()
  }

  func release() {
    flush()
    let spool = group
    group = nil
    spool?.drain(into: write)
  }

  func drop() {
    flush()
    group = nil
    command = nil
  }

  // MARK: A command

  func holdCommand() {
    flush()
    command = OutputSpool()
  }

  func releaseCommand() { endCommand { _ in true } }

  func dropCommand() { endCommand { !$0.isOutput } }

  private func endCommand(keeping isKept: (OutputPiece) -> Bool) {
    flush()
    isOutput = true
    let spool = command
    command = nil
    spool?.drain { if isKept($0) { write($0) } }
  }

  /// Writes a piece, or appends it to the group; flushes to keep the order across streams.
  private func write(_ piece: OutputPiece) {
    if let group { return group.append(piece) }
    streams[piece.stream].write(piece.bytes)
    streams[piece.stream].flush()
  }

  private func flush() {
    for stream in streams { stream.flush() }
  }
}
