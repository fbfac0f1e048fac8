internal import Values

extension SQLFunctions {
  /// Implements `text_order`, with a cache of letters for each connection.
  final class TextOrder {
    /// The folded bytes of each scalar, at most seven, from the second lowest byte on; the lowest
    /// byte is 1. Zero for digits and unknown letters.
    private var letters: [UInt64] = []
    /// A reused buffer for keys; two bytes of text become at most seven bytes of key.
    private let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 5 * TextOrder.longest, alignment: 8)
    /// Maximum size in bytes of a text whose key is built in `room`.
    private static let longest = 1000

    deinit { room.deallocate() }

    /// `text_order(x)`: a text whose byte order is dictionary order: first letters without case,
    /// width and marks, and runs of digits by value, then scalars. Values that are not texts are
    /// unchanged.
    ///
    /// A run of digits is written without leading zeros, after its length in groups of nine digits:
    /// a 9 for each group before the last, then the size of the last group (1 to 9) less one.
    ///
    /// Different texts have different keys. Keys are texts, because SQLite sorts texts faster than
    /// blobs.
    func key(_ arguments: any SQLArguments) -> SQLResult {
      arguments.withText(0) { text in
        let bytes = UnsafeRawBufferPointer(text)
        if bytes.count < Self.longest, let size = ascii(bytes) ?? known(bytes) {
          return .text(UnsafeRawBufferPointer(rebasing: room[..<size]))
        }
        let key = folded(String(decoding: text, as: UTF8.self))
        return .value(.text(String(decoding: key, as: UTF8.self)))
      } ?? .argument(0)
    }

    /// Separates the letters of a key from its scalars; lower than the bytes of letters.
    private static let end: UInt8 = 1

    /// Builds the key in `room` and returns its size; nil unless the text is ASCII, without digits
    /// and without bytes up to `end`.
    private func ascii(_ text: UnsafeRawBufferPointer) -> Int? {
      let count = text.count
      let ones: UInt64 = 0x0101_0101_0101_0101
      let high = ones << 7
      var strange: UInt64 = 0
      if count < 8 {
        for place in 0..<count {
          let byte = text[place]
          if byte <= Self.end || byte.isDigit { return nil }
          strange |= UInt64(byte)
          room[place] = Self.lowercase(byte)
        }
      } else {
        // Reads whole words; the last word may overlap the previous word.
        for place in stride(from: 0, to: count, by: 8) {
          let place = min(place, count - 8)
          let word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          strange |= word | word &- ones &* UInt64(Self.end + 1) & ~word
          strange |= (word &+ ones &* 0x50) & ~(word &+ ones &* 0x46)
          let (fromA, afterZ) = (word &+ ones &* 0x3F, word &+ ones &* 0x25)
          room.storeBytes(
            of: word | (fromA & ~afterZ & high) >> 2, toByteOffset: place, as: UInt64.self)
        }
      }
      return strange & high == 0 ? close(count, with: text) : nil
    }

    /// Builds the key in `room` and returns its size; nil if a letter is not cached or the UTF-8 is
    /// invalid.
    private func known(_ text: UnsafeRawBufferPointer) -> Int? {
      let letters = letters
      var (place, size) = (0, 0)
      while place < text.count {
        let byte = text[place]
        if byte.isDigit {
          let start = place
          while place < text.count, text[place].isDigit { place += 1 }
          size = write(UnsafeRawBufferPointer(rebasing: text[start..<place]), at: size)
          continue
        }
        if byte < 0x80 {
          room[size] = max(Self.lowercase(byte), Self.end + 1)
          (place, size) = (place + 1, size + 1)
          continue
        }
        let length = byte < 0xE0 ? 2 : 3
        guard 0xC2..<0xF0 ~= byte, place + length <= text.count else { return nil }
        var letter = Int(byte) & (length == 2 ? 0x1F : 0x0F)
        for next in text[(place + 1)..<(place + length)] {
          guard next & 0xC0 == 0x80 else { return nil }
          letter = letter << 6 | Int(next & 0x3F)
        }
        guard letter < letters.count, length == 2 || letter >= 0x800, letters[letter] != 0 else {
          return nil
        }
        var bytes = letters[letter] >> 8
        while bytes != 0 {
          room[size] = UInt8(truncatingIfNeeded: bytes)
          (bytes, size) = (bytes >> 8, size + 1)
        }
        place += length
      }
      return close(size, with: text)
    }

    private func write(_ digits: UnsafeRawBufferPointer, at place: Int) -> Int {
      let digits = UnsafeRawBufferPointer(rebasing: digits[Self.significant(digits)...])
      var place = place
      let marks = Self.lengthMarks(digits.count)
      for _ in 0..<marks.nines {
        room[place] = UInt8(ascii: "9")
        place += 1
      }
      room[place] = marks.last
      place += 1
      UnsafeMutableRawBufferPointer(rebasing: room[place...]).copyMemory(from: digits)
      return place + digits.count
    }

    private static let zero = UInt8(ascii: "0")

    /// The index of the first digit after leading zeros.
    private static func significant(_ digits: some Collection<UInt8>) -> Int {
      min(digits.prefix { $0 == zero }.count, digits.count - 1)
    }

    /// The bytes before a run of digits, which sort a longer run after a shorter run.
    private static func lengthMarks(_ count: Int) -> (nines: Int, last: UInt8) {
      ((count - 1) / 9, zero + UInt8((count - 1) % 9))
    }

    private func close(_ size: Int, with text: UnsafeRawBufferPointer) -> Int {
      room[size] = Self.end
      UnsafeMutableRawBufferPointer(rebasing: room[(size + 1)...]).copyMemory(from: text)
      return size + 1 + text.count
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
      byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// Builds the key of any text, and adds its letters to the cache.
    private func folded(_ text: String) -> [UInt8] {
      var key: [UInt8] = []
      key.reserveCapacity(text.utf8.count * 2 + 1)
      var digits: [UInt8] = []
      func endRun() {
        guard !digits.isEmpty else { return }
        let run = digits[Self.significant(digits)...]
        let marks = Self.lengthMarks(run.count)
        key += Array(repeating: UInt8(ascii: "9"), count: marks.nines) + [marks.last]
        key += run
        digits.removeAll(keepingCapacity: true)
      }
      for scalar in text.unicodeScalars {
        if let digit = scalar.isASCII
          ? scalar.isPlainDigit ? UInt8(scalar.value) - Self.zero : nil : scalar.decimalDigit
        {
          digits.append(Self.zero + digit)
          continue
        }
        endRun()
        guard scalar.isASCII else {
          append(scalar, to: &key)
          continue
        }
        key.append(max(Self.lowercase(UInt8(scalar.value)), Self.end + 1))
      }
      endRun()
      key.append(Self.end)
      key += text.utf8
      return key
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
      let folded = letter.foldedLetters.utf8
      key += folded
      // Higher planes would make the cache large, and their letters are rare.
      guard folded.count < 8, place < 0x1_0000 else { return }
      letters += Array(repeating: 0, count: max(0, place + 1 - letters.count))
      letters[place] = folded.reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | 1
    }
  }
}
