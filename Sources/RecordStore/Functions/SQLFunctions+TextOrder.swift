internal import Foundation
internal import Values

extension SQLFunctions {
  /// `choice_order(x, 'a', 'b', …)`: the place of the first among the others, from 0, and after
  /// all of them where it is none; NULL of NULL.
  static func choiceOrder(_ arguments: any SQLArguments) -> SQLResult {
    guard arguments.count > 0, !arguments.isNull(0) else { return .null }
    let value = arguments[0]
    let place = (1..<arguments.count).first { arguments[$0].isIdentical(to: value) }
    return .value(.integer((place ?? arguments.count) - 1))
  }

  /// What `text_order` knows of letters, which each connection finds out for itself.
  final class TextOrder {
    /// What letters beyond ASCII are ordered by first.
    private var letters: [Unicode.Scalar: [UInt8]] = [:]

    /// `text_order(x)`: bytes that are ordered as a dictionary is: by the letters without case,
    /// width and marks, then by the scalars. What is no text stays as it is.
    ///
    /// Texts that differ have different keys.
    func key(_ arguments: any SQLArguments) -> SQLResult {
      guard case .text(var text) = arguments[0] else { return .argument(0) }
      return .value(.blob(text.withUTF8 { ascii($0) ?? bytes($0) }))
    }

    /// The key of a text of ASCII; nil of any other.
    private func ascii(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
      // What is above and what is zero, in all bytes.
      var marks: UInt8 = 0
      for byte in text { marks |= byte | (byte &- 1) }
      guard marks < 0x80 else { return nil }
      return [UInt8](unsafeUninitializedCapacity: text.count * 2 + 1) { bytes, count in
        for (place, byte) in text.enumerated() {
          bytes[place] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
          bytes[text.count + 1 + place] = byte
        }
        bytes[text.count] = 0
        count = text.count * 2 + 1
      }
    }

    private func bytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      var key: [UInt8] = []
      key.reserveCapacity(text.count * 2 + 1)
      for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        switch scalar.value {
        // The letters end at the first zero.
        case 0: key.append(1)
        case 0x41...0x5A: key.append(UInt8(scalar.value) | 0x20)
        case ..<0x80: key.append(UInt8(scalar.value))
        default: key += letter(scalar)
        }
      }
      key.append(0)
      key += text
      return key
    }

    private func letter(_ scalar: Unicode.Scalar) -> [UInt8] {
      if let known = letters[scalar] { return known }
      let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
      let plain = String(String.UnicodeScalarView(parts.filter { !Self.isMark($0) }))
      // By way of upper case, which has one form of letters that have several in lower case.
      let folded = [UInt8](plain.uppercased().lowercased().utf8)
      letters[scalar] = folded
      return folded
    }

    /// Whether the scalar only marks the letter before it; signs of vowels are letters.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.canonicalCombiningClass {
      case .notReordered, .virama: false
      default: true
      }
    }
  }
}
