import TestSupport
import Testing

@Suite struct SchemaDiagramTests {
  private static func diagram(_ script: String) throws -> [String] {
    let lines = try #require(Conversation(script).tell("schema --diagram").first)
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func aTypeIsABoxWithItsPropertiesAndEachRelationALine() throws {
    let lines = try Self.diagram(
      """
      define Part { weight: Decimal(integer: 3, fraction: 2) = 1 }
      define Member {
        name: Text key length 1...40, mail: Email? unique, joined: Date = today
        boss: Member? on delete clear, parts: [Part] owned, friends: [Member] on delete clear
        led: [Member] by boss, liked: [Member] by friends, tags: [Text]
        first: Text := (substr(name, 1, 1))
      }
      define Badge { holder: Member unique, former: Member, nobody: Boolean }
      define Nothing { }
      """)
    expectEqual(
      lines,
      [
        "erDiagram",
        "  \"Part\" {",
        "    Decimal weight \"Decimal(integer: 3, fraction: 2)\"",
        "  }",
        "  \"Member\" {",
        "    Text name PK \"Text length 1...40\"",
        "    Email mail UK \"Email?\"",
        "    Date joined",
        "    Member boss FK \"Member? on delete clear\"",
        "    Part[] parts \"[Part] owned\"",
        "    Member[] friends \"[Member] on delete clear\"",
        "    Member[] led \"[Member] by boss\"",
        "    Member[] liked \"[Member] by friends\"",
        "    Text[] tags \"[Text]\"",
        "    Text first \"computed\"",
        "  }",
        "  \"Badge\" {",
        "    Member holder FK, UK",
        "    Member former FK",
        "    Boolean nobody",
        "  }",
        "  \"Nothing\"",
        "  \"Member\" }o..o| \"Member\" : \"boss / led\"",
        "  \"Member\" |o--o{ \"Part\" : \"parts\"",
        "  \"Member\" }o..o{ \"Member\" : \"friends / liked\"",
        "  \"Badge\" |o..|| \"Member\" : \"holder\"",
        "  \"Badge\" }o..|| \"Member\" : \"former\"",
      ])
  }

  /// By Mermaid's grammar: quoted names and texts, and words that are not keywords.
  private static func isLine(_ line: String) -> Bool {
    let entity = #/"[^"%\r\n\v\\~`*<>&]+"/#
    let word = #/[A-Za-z_\u{C0}-\u{FFFF}][A-Za-z0-9_\u{C0}-\u{FFFF}]*(\[\])?/#
    var rest = line.drop { $0 == " " }
    func take(_ text: String) -> Bool {
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }
    func takeEntity() -> Bool {
      guard let match = rest.prefixMatch(of: entity) else { return false }
      rest = rest[match.range.upperBound...]
      return true
    }
    func takeWord() -> Bool {
      guard let match = rest.prefixMatch(of: word),
        match.0.firstMatch(of: #/(?i)^[pfu]k(?![A-Za-z0-9_])/#) == nil
      else { return false }
      rest = rest[match.range.upperBound...]
      return true
    }
    if line == "erDiagram" || line == "  }" { return true }
    if takeEntity() {
      if rest.isEmpty || rest == " {" { return true }
      let relations = [" }o..o{ ", " |o--o{ ", " }o..|| ", " }o..o| ", " |o..|| ", " |o..o| "]
      return relations.contains(where: take) && takeEntity() && take(" : ") && takeEntity()
        && rest.isEmpty
    }
    guard takeWord(), take(" "), takeWord() else { return false }
    _ = [" PK", " UK", " FK, UK", " FK"].contains(where: take)
    return rest.isEmpty || take(" ") && takeEntity() && rest.isEmpty
  }

  @Test func oddNamesAreWrittenSoThatMermaidTakesThem() throws {
    let lines = try Self.diagram(
      #"""
      define `a "b" %%{c}%% \ ~d~ #35; <e> & *f* $g$ h` { `x y`: Text key, `self`: `a "b" %%{c}%% \ ~d~ #35; <e> & *f* $g$ h`? }
      define `Größe` { `😀`: Text key, pk: Integer, `FKö`: [Text], UK2: Date?, `9`: Text, `}`: Choice("a\"b", "~c~ ~") }
      define `direction TB` { `title`: Text key, `accTitle: x`: [`Größe`] owned, `日本`: [`direction TB`] }
      define one { to: Text?, u: one? unique, many: [one] by u, `-`: Url? }
      """#)
    for line in lines { #expect(Self.isLine(line), "\(line)") }
    #expect(lines.contains("    Integer _pk \"pk: Integer\""))
    #expect(lines.contains("    Text[] _FKö \"FKö: [Text]\""))
    #expect(lines.contains("    Date UK2 \"Date?\""))
    #expect(lines.contains("    Text x_y PK \"x y: Text\""))
    #expect(lines.contains("  \"one\" |o..o| \"one\" : \"u / many\""))
    #expect(lines.contains { $0.hasPrefix("  \"a #34;b#34; #37;#37;#123;c#125;#37;#37; #92; ") })
  }
}
