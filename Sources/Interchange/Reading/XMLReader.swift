internal import CExpat
internal import Values

/// Parses a part of a workbook as XML, piece by piece.
///
/// Memory is bounded: expat buffers at most one tag, whose size is limited.
final class XMLReader {
  private static let pieceSize = 1 << 16
  private static let longestTag = 1 << 20
  private static let greatestDepth = 64

  private let stream: ZipStream
  private let content: any XMLContent
  private let parser: XML_Parser
  private var failure: (any Error)?
  private var depth = 0
  /// The number of bytes read since the last tag or text ended.
  private var silence = 0
  private var isAtEnd = false

  init(_ stream: ZipStream, _ content: any XMLContent) {
    (self.stream, self.content) = (stream, content)
    guard let parser = XML_ParserCreate(nil) else { preconditionFailure("expat is out of memory") }
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name, let attributes else { return }
        XMLReader.at(data).begin(name, attributes)
      },
      { data, name in
        guard let name else { return }
        XMLReader.at(data).end(name)
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text else { return }
      XMLReader.at(data).add(text, Int(count))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in XMLReader.at(data).refuse() }
  }

  deinit { XML_ParserFree(parser) }

  static func read(_ stream: ZipStream, _ content: any XMLContent) throws {
    let reader = XMLReader(stream, content)
    while try reader.advance() {}
  }

  /// Passes the next piece to the content; returns false at the end.
  func advance() throws -> Bool {
    guard !isAtEnd else { return false }
    guard let space = XML_GetBuffer(parser, Int32(Self.pieceSize)) else {
      preconditionFailure("expat is out of memory")
    }
    let buffer = UnsafeMutableBufferPointer(
      start: space.assumingMemoryBound(to: UInt8.self), count: Self.pieceSize)
    let count = try stream.next(buffer)
    isAtEnd = count == 0
    silence += count
    let status = XML_ParseBuffer(parser, Int32(count), isAtEnd ? 1 : 0)
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? ""
      throw WorkbookError(
        .damaged(
          "\(words) (line \(XML_GetCurrentLineNumber(parser)), "
            + "column \(XML_GetCurrentColumnNumber(parser) + 1) of the XML)"),
        in: stream.entry.name)
    }
    guard silence <= Self.longestTag else {
      throw tooLarge("a tag or comment of more than \(Self.longestTag >> 20) MiB")
    }
    return !isAtEnd
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> XMLReader {
    guard let data else { preconditionFailure("Expat called a handler without its XMLReader") }
    return Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
  }

  // Expat calls the functions below; errors must not propagate through its C code.

  private func begin(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    depth += 1
    silence = 0
    attempt {
      guard depth <= Self.greatestDepth else {
        throw tooLarge("tags that are nested more than \(Self.greatestDepth) levels deep")
      }
      try content.begin(XMLName(name), XMLAttributes(attributes))
    }
  }

  private func end(_ name: UnsafePointer<CChar>) {
    depth -= 1
    silence = 0
    attempt { try content.end(XMLName(name)) }
  }

  private func add(_ text: UnsafePointer<CChar>, _ count: Int) {
    silence = 0
    text.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      attempt { try content.add(UnsafeBufferPointer(start: start, count: count)) }
    }
  }

  private func refuse() {
    attempt { throw WorkbookError(.entities, in: stream.entry.name) }
  }

  private func attempt(_ body: () throws -> Void) {
    // Expat may report an end tag after it was stopped.
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      failure = error
      XML_StopParser(parser, 0)
    }
  }

  private func tooLarge(_ words: String) -> WorkbookError {
    WorkbookError(.tooLarge(words), in: stream.entry.name)
  }
}

protocol XMLContent: AnyObject {
  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws
  func add(_ text: UnsafeBufferPointer<UInt8>) throws
  func end(_ name: XMLName) throws
}

extension XMLContent {
  func add(_ text: UnsafeBufferPointer<UInt8>) throws {}
  func end(_ name: XMLName) throws {}
}

/// A name without its prefix, because programs choose different prefixes for the same name.
struct XMLName {
  private let start: UnsafePointer<CChar>

  fileprivate init(_ name: UnsafePointer<CChar>) {
    var (start, place) = (name, name)
    while place.pointee != 0 {
      if place.pointee == CChar(bitPattern: UInt8(ascii: ":")) { start = place + 1 }
      place += 1
    }
    self.start = start
  }

  static func == (name: XMLName, word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    for index in 0..<count {
      // The name ends in 0, which no word contains.
      guard UInt8(bitPattern: name.start[index]) == word.utf8Start[index] else { return false }
    }
    return name.start[count] == 0
  }

  static func ~= (word: StaticString, name: XMLName) -> Bool { name == word }
}

struct XMLAttributes: Sequence, IteratorProtocol {
  private var place: UnsafeMutablePointer<UnsafePointer<CChar>?>

  fileprivate init(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
    place = attributes
  }

  mutating func next() -> (name: XMLName, value: XMLValue)? {
    guard let name = place[0], let value = place[1] else { return nil }
    place += 2
    return (XMLName(name), XMLValue(start: value))
  }

  subscript(name: StaticString) -> String? {
    for (other, value) in self where other == name { return value.text }
    return nil
  }

  func isTrue(_ name: StaticString) -> Bool {
    self[name].map { ["1", "true"].contains($0) } ?? false
  }

  func number(_ name: StaticString) -> Int? { self[name].flatMap { Int($0) } }
}

struct XMLValue {
  /// Null-terminated.
  fileprivate let start: UnsafePointer<CChar>

  var text: String { String(cString: start) }

  var isTrue: Bool { ["1", "true"].contains(text) }

  subscript(index: Int) -> UInt8 { UInt8(bitPattern: start[index]) }

  /// Nil unless the value is a number of at most 9 digits.
  var number: Int? { number(from: 0) }

  func number(from first: Int) -> Int? {
    var (index, number) = (first, 0)
    while self[index].isDigit, index - first < 9 {
      number = number * 10 + Int(self[index] - UInt8(ascii: "0"))
      index += 1
    }
    return index > first && self[index] == 0 ? number : nil
  }
}
