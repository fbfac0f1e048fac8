internal import Replies

/// What is written on the streams of the program while it waits for a commit, in its order.
final class OutputHold: ReplyHold {
  private let streams: [Output]
  /// What a group of commands has written; nil while there is none.
  private var group: OutputSpool?
  /// What a command has written that is not at its end; nil while there is none.
  private var command: OutputSpool?

  init(_ streams: [Output]) {
    self.streams = streams
    for stream in streams { stream.hold = self }
  }

  /// Whether what is written waits.
  var isHolding: Bool { command != nil || group != nil }

  var isOutput = true {
    willSet { if newValue != isOutput { flush() } }
  }

  /// Takes what was written on a stream.
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

  /// Writes a piece out at once, for the one after it is another stream's; or leaves it to the group.
  private func write(_ piece: OutputPiece) {
    if let group { return group.append(piece) }
    streams[piece.stream].write(piece.bytes)
    streams[piece.stream].flush()
  }

  private func flush() {
    for stream in streams { stream.flush() }
  }
}
