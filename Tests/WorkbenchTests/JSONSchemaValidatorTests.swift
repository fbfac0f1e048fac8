import Foundation
import TestSupport
import Testing

/// Validates the output of `schema --json-schema` with Debian's `python3-jsonschema`, an
/// independent implementation.
@Suite(.waits) struct JSONSchemaValidatorTests {
  struct Store: CustomTestStringConvertible, Sendable {
    var schema: String
    var records: String
    /// A type, a property, and JSON that is not valid for the property.
    var wrong: [(type: String, property: String, value: String)]

    var testDescription: String { schema }
  }

  private static let stores = [
    Store(
      schema: "Schemas/club.wb",
      records: """
        new Fee name="Adult" yearly=120.50
        new Boat name="Kay" seats=4
        new Boat name="Jo" seats=1
        append Boat["Kay"].damages new Damage what="the rudder"
        new Member name="Ann" fee=Fee["Adult"] email="ann.o'neil+x@Example.org" born=2000-02-29
        new Member name="Zoë" fee=Fee["Adult"]
        new Payment member=Member["Ann"] amount=20
        new Outing boat=Boat["Kay"] km=12.5 crew=[Member["Ann"], Member["Zoë"]]
        """,
      wrong: [
        ("Fee", "yearly", "120.5"), ("Fee", "yearly", #""-12345.00""#), ("Boat", "seats", "10"),
        ("Boat", "seats", "0"), ("Boat", "name", #""""#), ("Boat", "damages", #"["Boat/1"]"#),
        ("Member", "email", #""ann""#), ("Member", "born", #""29.2.2000""#),
        ("Member", "fee", "null"), ("Member", "fee", #""Member/1""#),
        ("Outing", "crew", #"["Member/1", "Member/1"]"#), ("Payment", "amount", #""-1.00""#),
      ]),
    Store(
      schema: "Schemas/contacts.wb",
      records: """
        new Person name="Ann" age=41 height=1.65 email="ann@example.org"
        new Person name="👨‍👩‍👧‍👦" fee=99999.99 active=false notes="a line\\nand another"
        """,
      wrong: [
        ("Person", "age", "151"), ("Person", "age", "1.5"), ("Person", "age", #""41""#),
        ("Person", "height", #""1.650""#), ("Person", "active", "null"),
        ("Person", "name", "\"\(String(repeating: "x", count: 81))\""),
      ]),
    Store(
      schema: "Schemas/inventory.wb",
      records: """
        new Place code="B04-12" form=rack load=500
        new Supplier name="Ada Ltd" phone="+49 030 123456" account="00ff00aa" pays="4111 1111 1111 1111"
        new Item sku="ABC-1234" name="Pen" place=Place["B04-12"] supplier=Supplier["Ada Ltd"] stock=5 \
        price=1.50 weight=0.01 barcode="4 006381 333931" aliases=["", "biro"]
        append Item["ABC-1234"].counts new Count found=5
        new Reservation number=1 item=Item["ABC-1234"] quantity=2 until=2027-01-01
        """,
      wrong: [
        ("Place", "code", #""b04-12""#), ("Place", "form", #""box""#), ("Place", "load", "5001"),
        ("Supplier", "phone", #""+49 030 12345""#), ("Supplier", "account", #""00ff00aa""#),
        ("Supplier", "pays", #""4111""#), ("Item", "weight", "2000.5"),
        ("Item", "aliases", "[null]"), ("Item", "worth", "7.5"), ("Reservation", "number", "0"),
      ]),
    Store(
      schema: "Schemas/samples.wb",
      records: """
        new Site code="ABC" name="A brook" latitude=-89.5 longitude=180.0
        new Method code="pH" quantity="acidity" symbol="1" lowest=1 highest=2
        new Sample code="ABC-26-001" site=Site["ABC"] matrix=water taken=2026-11-21T10:00:00+01:00 \
        volume=0.5 temperature=-40 acidity=6.99 label="0123abcd" hazards=[toxic, toxic]
        new Sample code="ABC-26-002" site=Site["ABC"] matrix=soil taken=2026-11-21T10:00:00Z \
        parent=Sample["ABC-26-001"]
        append Sample["ABC-26-001"].measurements new Measurement method=Method["pH"] value=0.125
        """,
      wrong: [
        ("Site", "latitude", "-90.5"), ("Site", "latitude", #""1""#),
        ("Sample", "taken", #""2026-11-21""#), ("Sample", "hazards", #"["loud"]"#),
        ("Sample", "volume", #""-1.0""#), ("Sample", "isAcid", "1"),
        ("Measurement", "run", "100"), ("Measurement", "value", #""0.1255""#),
      ]),
    Store(
      schema: "Schemas/shows.wb",
      records: """
        new Venue name="Globe" town="London" seats=1400 phone="+44 020 790214"
        new Show title="Ink" code="INK-01" genre="spoken word" venue=Venue["Globe"] opens=2026-11-21 \
        minutes=90 price=12.5 tags=[new, "for all"] dark=[2026-12-24, 2026-12-25] \
        poster="https://example.org/a%20b.png?x=[1]"
        append Show["Ink"].reviews new Review source="Radio Ashby" rating=4
        """.replacing("?x=[1]", with: "?x=1#y"),
      wrong: [
        ("Show", "genre", #""farce""#), ("Show", "poster", #""example.org""#),
        ("Show", "dark", #"["tomorrow"]"#), ("Show", "closes", #""""#), ("Show", "age", "19"),
        ("Review", "rating", "6"), ("Venue", "ramp", #""true""#),
      ]),
    Store(
      schema: "kinds.wb",
      records: """
        new All b=true
        new All t="äöüé" m="é٣" d=-999.99 dl=12345678901234567890.5 f=-0.125 b=false day=0001-01-01 \
        at=9999-12-31T23:59:59.999Z tm=06:00 ts=23:59:59 du=-100:05 ds=37:15:00 mo=0001-01 p=-12.5% \
        p1=9.9% c="d\\"e" hex="ff00aa" card="3782 822463 10005" mask="+ö (4ß) x.0" url="mailto:a@b" \
        iban="NO93 8601 1117 947" tel="+49 30 1234567" home="030 1234567" cards=["4111 1111 1111 1111"] \
        ps=[12.5%, -0.1%] times=[08:30] me=All/1
        set All/2.others [All/1, All/2]
        append All/2.parts new `a "part" of/~%`
        """,
      wrong: [
        ("All", "t", #""abcde""#), ("All", "m", #""éx""#), ("All", "d", #""1000.0""#),
        ("All", "dl", #""1.""#), ("All", "day", #""2026-1-1""#),
        ("All", "at", #""2026-11-21T10:00Z""#),
        ("All", "tm", #""24:00""#), ("All", "tm", #""08:30:00""#), ("All", "ts", #""08:30""#),
        ("All", "du", #""1:60""#), ("All", "ds", #""1:00""#), ("All", "mo", #""2026-13""#),
        ("All", "p", #""12.5%""#), ("All", "p1", #""0.1""#), ("All", "c", #""a b""#),
        ("All", "hex", #""ff00aa""#), ("All", "card", #""•••• 111""#),
        ("All", "mask", #""+o (4x) x.0""#),
        ("All", "url", #""gopher://x""#), ("All", "iban", #""no9386011117947""#),
        ("All", "tel", #""030 1234567""#), ("All", "cards", #"["x"]"#), ("All", "ps", #"["1%"]"#),
        ("All", "others", #"["All/x"]"#), ("All", "parts", #"["All/1"]"#),
        ("All", "twice", #""2""#),
        ("All", "$ref", "-1"), ("All", "$id", "null"),
      ]),
  ]

  /// A type with every kind, and one whose name must be escaped in references.
  private static let kinds = """
    define `a "part" of/~%` { `the 'size'`: Integer = 1 }
    define All {
      t: Text? length 2...4, m: Text? matching /\\w\\d/, i: Integer?
      d: Decimal(integer: 3, fraction: 1...2)?, dl: Decimal(integer: 20, fraction: 0...15) = 0
      f: Double?, b: Boolean, day: Date?, at: DateTime?, tm: Time?, ts: Time(seconds)?
      du: Duration?, ds: Duration(seconds)?, mo: Month?, p: Percent?
      p1: Percent(integer: 1, fraction: 1)?, c: Choice(a, "b c", "d\\"e") = a, hex: Hex(6)?
      card: Card?, mask: Mask("+A (0N) a.\\\\0")?, url: Url?, iban: IBAN?, tel: Phone?
      home: Phone(+49)?, cards: [Card], ps: [Percent], times: [Time], me: All? on delete clear
      others: [All] on delete clear, parts: [`a "part" of/~%`] owned, mine: [All] by me
      liked: [All] by others, twice: Integer? := (2 * i)
      mean: Decimal(integer: 1, fraction: 1) := (avg(parts.`the 'size'`) * 99.99)
      third: Double := (count(parts) / 3.0), none: Text? := (t)
      late: Date? := (coalesce(t, "x") || iif(count(parts) > 0, "", "!"))
      long: Duration := (count(parts) * 61), `$id`: Text, `$ref`: Integer in 0...
    }
    """

  @Test(arguments: stores)
  func everyRecordFitsTheSchemaAndNoOtherDoes(store: Store) throws {
    let program = try Program()
    defer { program.remove() }
    try FileManager.default.copyItem(
      at: Program.root.appending(path: "Schemas"), to: program.folder.appending(path: "Schemas"))
    try program.write(Self.kinds, to: "kinds.wb")
    try program.write(store.records, to: "records.wb")
    let made = try program("x.db", "-f", store.schema, "-f", "records.wb")
    expectEqual(made.status, 0, "\(made.errors)")
    let schema = try program("x.db", "-c", "schema --json-schema")
    try program.write(schema.output, to: "schema.json")
    let types = try program("x.db", "--json", "-c", "types").objects
    let lists = types.compactMap { $0["type"] as? String }.flatMap { type in
      ["list `\(type)`", "list `\(type)` --reveal"]
    }
    #expect(types.allSatisfy { ($0["records"] as? Int ?? 0) > 0 }, "\(types)")
    let records = try program(["x.db", "--json"] + lists.flatMap { ["-c", $0] }, input: Data())
    #expect(records.status == 0 && records.lines.count > types.count, "\(records.errors)")
    try program.write(records.output, to: "records.jsonl")
    let wrong = store.wrong.map { type, property, value in
      #"{"type": "\#(type)", "property": "\#(property)", "value": \#(value)}"# + "\n"
    }
    try program.write(wrong.joined(), to: "wrong.jsonl")
    // The system Python, which has Debian's packages.
    let judged = try program.run(
      URL(fileURLWithPath: "/usr/bin/python3"), ["-"], Data(Self.judge.utf8))
    expectEqual(judged.status, 0, "\(judged.errors)")
    expectEqual(judged.lines, ["\(records.lines.count) records, \(store.wrong.count) wrong values"])
  }

  /// Prints valid records that the schema rejects, and invalid ones that it accepts: records
  /// without a key, with an additional one, with an object as a value, and with wrong values.
  private static let judge = """
    import json
    from jsonschema import Draft202012Validator, FormatChecker

    with open("schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema, format_checker=FormatChecker())

    def lines(name):
        with open(name, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def takes(record):
        return validator.is_valid(record)

    records = lines("records.jsonl")
    for record in records:
        if not takes(record):
            print("refused:", json.dumps(record))
        if takes({**record, "more": 1}):
            print("taken with another key:", record["ref"])
        for key in record:
            if takes({k: v for k, v in record.items() if k != key}):
                print("taken without", key, ":", record["ref"])
            if takes({**record, key: {}}):
                print("taken with an object as", key, ":", record["ref"])
    wrong = lines("wrong.jsonl")
    for one in wrong:
        record = [r for r in records if r["ref"].startswith(one["type"] + "/")][-1]
        if one["property"] not in record:
            print("no such property:", one)
        if takes({**record, one["property"]: one["value"]}):
            print("taken:", one)
    print(len(records), "records,", len(wrong), "wrong values")
    """
}
