/// By definition, parsed from the end by RFC 3986, without a pattern.
enum ReferenceUrl {
  typealias Part = ArraySlice<UInt8>

  static func accepts(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    for mark in [UInt8(ascii: "#"), UInt8(ascii: "?")] {
      guard let start = rest.firstIndex(of: mark) else { continue }
      guard consists(rest[(start + 1)...], of: unreserved + others + ":@/?") else { return false }
      rest = rest[..<start]
    }
    if rest.starts(with: "mailto:".utf8) { return isMail(rest.dropFirst(7)) }
    for scheme in ["https://", "http://", "ftp://"] where rest.starts(with: scheme.utf8) {
      return isServer(rest.dropFirst(scheme.utf8.count))
    }
    return false
  }

  private static let unreserved =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  private static let others = "!$&'()*+,;="
  private static let hexadecimal = "0123456789ABCDEFabcdef"

  private static func isMail(_ addresses: Part) -> Bool {
    addresses.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy {
      let parts = $0.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
        && consists(parts[0], of: unreserved + "!$'*+")
        && parts[1].allSatisfy { "-.".utf8.contains($0) || isLetterOrDigit($0) }
    }
  }

  private static func isServer(_ text: Part) -> Bool {
    let authority = text.prefix { $0 != UInt8(ascii: "/") }
    guard consists(text[authority.endIndex...], of: unreserved + others + ":@/") else {
      return false
    }
    let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count < 3, parts.count == 1 || consists(parts[0], of: unreserved + others + ":")
    else { return false }
    var host = parts[parts.count - 1]
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
      guard host[(colon + 1)...].allSatisfy({ "0123456789".utf8.contains($0) }) else {
        return false
      }
      host = host[..<colon]
    }
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]"), host.count > 2 {
      return host.dropFirst().dropLast().allSatisfy { (hexadecimal + ":.").utf8.contains($0) }
    }
    return !host.isEmpty && consists(host, of: unreserved + others)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80 || "0123456789".utf8.contains(byte)
  }

  private static func consists(_ part: Part, of characters: String) -> Bool {
    var rest = part
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count > 1, rest.prefix(2).allSatisfy({ hexadecimal.utf8.contains($0) }) else {
          return false
        }
        rest = rest.dropFirst(2)
      } else if !characters.utf8.contains(byte) {
        return false
      }
    }
    return true
  }
}
