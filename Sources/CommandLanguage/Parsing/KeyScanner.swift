package import Values

/// Reads decoded text as keys, for example `<Enter>`.
struct KeyScanner {
  let bytes: [UInt8]
  let places: Places

  private static let names = Key.names + ["Paste:…", "Go:N", "Sel:A,B"]
  private static let paste = Array("<Paste:".utf8)
  private static let less = Array("<lt>".utf8)
  private static let greater = Array("<gt>".utf8)

  func keys() throws(SyntaxError) -> [Key] {
    var keys: [Key] = []
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "<") {
        keys.append(try special(at: &offset))
      } else if let scalar = scalar(in: bytes, at: offset) {
        keys.append(.character(scalar))
        offset += scalarLength(bytes[offset])
      } else {
        offset += 1
      }
    }
    return keys
  }

  private func special(at offset: inout Int) throws(SyntaxError) -> Key {
    let first = offset
    if bytes[first...].starts(with: Self.paste) {
      return .paste(try pasted(at: &offset, from: first + Self.paste.count, key: first))
    }
    var end = first + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<") {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ">") else { throw unclosed(first) }
    offset = end + 1
    let name = String(decoding: bytes[first + 1..<end], as: UTF8.self)
    if let key = Key(named: name) { return key }
    throw unknown(name, places.span(first..<end + 1))
  }

  private func pasted(
    at offset: inout Int, from start: Int, key: Int
  ) throws(SyntaxError) -> String {
    var text: [UInt8] = []
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: ">") {
      if bytes[end...].starts(with: Self.less) {
        text.append(UInt8(ascii: "<"))
        end += 4
      } else if bytes[end...].starts(with: Self.greater) {
        text.append(UInt8(ascii: ">"))
        end += 4
      } else if bytes[end] == UInt8(ascii: "<") {
        throw SyntaxError(
          .syntax, at: places.span(end..<end + 1), "unexpected \"<\" in a paste",
          hint: "write <lt> for the character itself")
      } else {
        text.append(bytes[end])
        end += 1
      }
    }
    guard end < bytes.count else { throw unclosed(key) }
    offset = end + 1
    return String(decoding: text, as: UTF8.self)
  }

  private func unknown(_ name: String, _ span: SourceSpan) -> SyntaxError {
    let base = name.prefix { $0 != ":" }
    var meant = suggestion(for: String(base), among: Key.names + ["Go", "Sel"])
    if meant == "Go" { meant = "Go:N" }
    if meant == "Sel" { meant = "Sel:A,B" }
    let short = name.count > 20 ? name.prefix(20) + "…" : name
    return SyntaxError(
      .name, at: span, "there is no key \"<\(short)>\"",
      hint: didYouMean(meant.map { "<\($0)>" }), candidates: Self.names.map { "<\($0)>" })
  }

  private func unclosed(_ offset: Int) -> SyntaxError {
    SyntaxError(
      .syntax, at: places.span(offset..<offset + 1), "this \"<\" is never closed",
      hint: "write <lt> for the character itself")
  }
}

extension Parser {
  package mutating func keys() throws(SyntaxError) -> (keys: [Key], text: Spanned<String>) {
    noteKeys()
    let token = current
    let text = try quotedText("keys")
    var keys: [Key] = []
    if let token {
      let (decoded, offsets) = try literal(token)
      let places = Places(text: places.text, offsets: offsets)
      keys = try KeyScanner(bytes: decoded, places: places).keys()
    }
    return (keys, text)
  }

  private func noteKeys() {
    guard isAtCaret, let recorder, bytes[tokens[index].start] == UInt8(ascii: "\"") else { return }
    // The token ends with the placeholder at the caret, which is not part of the text.
    let inside = bytes[tokens[index].start + 1..<tokens[index].end - 1]
    guard let start = inside.lastIndex(of: UInt8(ascii: "<")),
      !inside[start...].contains(UInt8(ascii: ">"))
    else { return }
    recorder.start = start
    let before = Array(inside[..<start])
    if keys(before) != nil {
      for name in Key.names { note(.sign("<\(name)>")) }
      for name in ["Paste", "Go", "Sel"] { note(.sign("<\(name):")) }
    } else if case .paste? = keys(before + [UInt8(ascii: ">")])?.last {
      note(.sign("<lt>"))
      note(.sign("<gt>"))
    }
  }

  private func keys(_ bytes: [UInt8]) -> [Key]? {
    try? KeyScanner(bytes: bytes, places: places).keys()
  }
}
