internal import Foundation
internal import Values

extension SQLFunctions {
  /// What `text_order` knows of letters, which each connection finds out for itself.
  final class TextOrder {
    /// What the letters at their numbers are ordered by first: up to seven bytes, from the second
    /// lowest on, and a 1 as the lowest; 0 where it is not known yet.
    private var letters: [UInt64] = []
    /// Where keys are made, one for each row.
    private var room = [UInt8](repeating: 0, count: 2 * TextOrder.longest + 1)
    /// The longest text whose key is made there.
    private static let longest = 1000

    /// `text_order(x)`: a text whose bytes are ordered as a dictionary is: by the letters without
    /// case, width and marks, then by the scalars. What is no text stays as it is.
    ///
    /// Texts that differ have different keys. They are texts because SQLite sorts these faster
    /// than blobs.
    func key(_ arguments: any SQLArguments) -> SQLResult {
      arguments.withText(0) { text in
        .text(ascii(text) ?? folded(String(decoding: text, as: UTF8.self)))
      } ?? .argument(0)
    }

    /// What ends the letters, in which no control character is as low.
    private static let end: UInt8 = 1

    /// The key of a text of ASCII that is not long; nil of any other.
    private func ascii(_ text: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
      let count = text.count
      guard count <= Self.longest else { return nil }
      let isASCII = room.withUnsafeMutableBufferPointer { key in
        var (all, least) = (UInt8(0), UInt8.max)
        for place in 0..<count {
          let byte = text[place]
          (all, least) = (all | byte, min(least, byte))
          key[place] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
          key[count + 1 + place] = byte
        }
        key[count] = Self.end
        return all < 0x80 && least > Self.end
      }
      return isASCII ? room[..<(2 * count + 1)] : nil
    }

    private func folded(_ text: String) -> ArraySlice<UInt8> {
      var key: [UInt8] = []
      key.reserveCapacity(text.utf8.count * 2 + 1)
      for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x41...0x5A: key.append(UInt8(scalar.value) | 0x20)
        case ..<0x80: key.append(max(UInt8(scalar.value), Self.end + 1))
        default: append(scalar, to: &key)
        }
      }
      key.append(Self.end)
      key += text.utf8
      return key[...]
    }

    private func append(_ letter: Unicode.Scalar, to key: inout [UInt8]) {
      let place = Int(letter.value)
      var known = place < letters.count ? letters[place] : 0
      guard known == 0 else {
        known >>= 8
        while known != 0 {
          key.append(UInt8(truncatingIfNeeded: known))
          known >>= 8
        }
        return
      }
      let parts = String(letter).decomposedStringWithCompatibilityMapping.unicodeScalars
      let plain = String(String.UnicodeScalarView(parts.filter { !Self.isMark($0) }))
      // By way of upper case, which has one form of letters that have several in lower case, and
      // of lower case before: there is a capital ß.
      let folded = plain.lowercased().uppercased().lowercased().utf8
      key += folded
      // The table stays small: letters are rare in the planes beyond.
      guard folded.count < 8, place < 0x1_0000 else { return }
      letters += Array(repeating: 0, count: max(0, place + 1 - letters.count))
      letters[place] = folded.reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | 1
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
