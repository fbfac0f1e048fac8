/// A file of a module that was generated.
public struct GeneratedFile: Hashable, Sendable {
  /// Where it is, from the directory of the package: `Sources/Details/DetailsView.swift`.
  public let path: String
  /// What is in it.
  public let text: String

  /// A short text that tells whether another text is the same: FNV-1a with 64 bits, in
  /// hexadecimal digits (draft-eastlake-fnv). It finds changes, and guards against nobody.
  public static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
