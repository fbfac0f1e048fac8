import RecordStore
import Records
import TestSupport
import Testing

@Suite struct DomainNameUniquenessTests {
  @Test func equalDomainsAreEqualForUniquenessAndConditions() throws {
    let type = try RecordType(
      "Site", [Property("url", .url, isUnique: true), Property("mail", .email, isUnique: true)])
    let store = try openStore(.memory, definitions: DeclaredTypes([type]), clock: { 0 })
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    func create(_ url: String, _ mail: String) throws {
      let values: [Value?] = [.text(url), .text(mail)]
      let checked = try zip(type.properties, values).map { try $0.checked($1) }
      try store.write(TransactionEntry()) { tx in _ = try tx.create("Site", checked) }
    }
    try create("https://münchen.de/", "ann@bücher.de")
    for (url, mail) in [
      ("https://xn--mnchen-3ya.de/", "bob@bücher.de"), ("https://b.de", "ann@XN--BCHER-KVA.de"),
      ("https://MÜNCHEN.de/", "cy@b.de"), ("https://c.de", "ANN@bu\u{308}cher.de"),
    ] {
      let error = #expect(throws: StoreError.self) { try create(url, mail) }
      expectEqual(error?.kind, .conflict, "\(url), \(mail)")
    }
    for condition in [
      "url = 'https://xn--mnchen-3ya.de/'", "mail = 'ann@xn--bcher-kva.de'",
      "mail in ('b@b.de', 'ann@BÜCHER.de')",
    ] {
      expectEqual(try store.numbers("Site", condition), [1], "\(condition)")
    }
    expectEqual(try store.list("Site").map { $0["url"] }, [.text("https://münchen.de/")])
  }
}
