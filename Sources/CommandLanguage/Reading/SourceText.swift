internal import Values

struct SourceText: Sendable {
  private struct Line: Sendable {
    var start: Int
    /// The byte offset of each character in the line, and the length; nil for an ASCII line.
    var characterStarts: [Int]?
  }

  private(set) var bytes: [UInt8] = []
  private var lines: [Line] = []
  private var firstLine: Int

  init(firstLine: Int) { self.firstLine = firstLine }

  mutating func append(line: ArraySlice<UInt8>) {
    lines.append(
      Line(
        start: bytes.count, characterStarts: line.isASCII ? nil : Self.characterStarts(in: line)))
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Removes the lines; line numbers continue.
  mutating func removeAll() {
    firstLine += lines.count
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
    lines.removeAll(keepingCapacity: lines.count < 1 << 12)
  }

  var isEmpty: Bool { lines.isEmpty }

  var nextLine: Int { firstLine + lines.count }

  var onlyLine: ArraySlice<UInt8>? { lines.count == 1 ? bytes.dropLast() : nil }

  /// Counts a line without storing it.
  ///
  /// - Precondition: No lines are stored.
  mutating func skipLine() { firstLine += 1 }

  func position(at offset: Int) -> SourcePosition {
    position(at: offset, inLine: number(ofLineAt: offset)) { starts, distance in
      starts.dropFirst().partitionIndex { $0 > distance } - 1
    }
  }

  /// - Parameter start: The position of an earlier offset, usually in the same line.
  func position(after offset: Int, from start: SourcePosition) -> SourcePosition {
    let first = start.line - firstLine
    let isSame = first + 1 >= lines.count || offset < lines[first + 1].start
    return position(at: offset, inLine: isSame ? first : number(ofLineAt: offset)) {
      starts, distance in
      min(starts.partitionIndex { $0 >= distance }, starts.count - 1)
    }
  }

  private func number(ofLineAt offset: Int) -> Int {
    lines.dropFirst().partitionIndex { $0.start > offset } - 1
  }

  private func position(
    at offset: Int, inLine number: Int, character: ([Int], Int) -> Int
  ) -> SourcePosition {
    guard !lines.isEmpty else { return SourcePosition(line: firstLine, column: 1) }
    let line = lines[number]
    let distance = offset - line.start
    let column =
      if let starts = line.characterStarts {
        character(starts, distance)
      } else {
        distance
      }
    return SourcePosition(line: firstLine + number, column: column + 1)
  }

  private static func characterStarts(in line: ArraySlice<UInt8>) -> [Int] {
    var starts: [Int] = []
    var offset = 0
    for character in String(decoding: line, as: UTF8.self) {
      starts.append(offset)
      offset += character.utf8.count
    }
    starts.append(offset)
    return starts
  }
}
