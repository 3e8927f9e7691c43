"""What a hand's value and payment are called, in four languages; one row a term."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Language = Literal["en", "ja", "zh-Hans", "zh-Hant"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""In the order of the rows' columns."""
Row = tuple[str, str, str, str]

YAKU: Mapping[str, Row] = {
    "menzen_tsumo": ("menzen tsumo", "門前清自摸和", "门前清自摸和", "門前清自摸和"),
    "riichi": ("riichi", "立直", "立直", "立直"),
    "double_riichi": ("double riichi", "ダブル立直", "两立直", "兩立直"),
    "open_riichi": ("open riichi", "オープン立直", "开立直", "開立直"),
    "open_double_riichi": ("open double riichi", "オープンダブル立直", "开两立直", "開兩立直"),
    "ippatsu": ("ippatsu", "一発", "一发", "一發"),
    "chankan": ("chankan", "槍槓", "抢杠", "搶槓"),
    "rinshan": ("rinshan", "嶺上開花", "岭上开花", "嶺上開花"),
    "haitei": ("haitei", "海底摸月", "海底摸月", "海底摸月"),
    "houtei": ("houtei", "河底撈魚", "河底捞鱼", "河底撈魚"),
    "pinfu": ("pinfu", "平和", "平和", "平和"),
    "tanyao": ("tanyao", "断幺九", "断幺九", "斷么九"),
    "iipeikou": ("iipeikou", "一盃口", "一杯口", "一盃口"),
    "jikaze_E": ("seat wind east", "自風 東", "自风 东", "自風 東"),
    "jikaze_S": ("seat wind south", "自風 南", "自风 南", "自風 南"),
    "jikaze_W": ("seat wind west", "自風 西", "自风 西", "自風 西"),
    "jikaze_N": ("seat wind north", "自風 北", "自风 北", "自風 北"),
    "bakaze_E": ("round wind east", "場風 東", "场风 东", "場風 東"),
    "bakaze_S": ("round wind south", "場風 南", "场风 南", "場風 南"),
    "bakaze_W": ("round wind west", "場風 西", "场风 西", "場風 西"),
    "bakaze_N": ("round wind north", "場風 北", "场风 北", "場風 北"),
    "haku": ("haku", "役牌 白", "役牌 白", "役牌 白"),
    "hatsu": ("hatsu", "役牌 發", "役牌 发", "役牌 發"),
    "chun": ("chun", "役牌 中", "役牌 中", "役牌 中"),
    "chiitoitsu": ("chiitoitsu", "七対子", "七对子", "七對子"),
    "chanta": ("chanta", "混全帯幺九", "混全带幺九", "混全帶么九"),
    "ittsuu": ("ittsuu", "一気通貫", "一气通贯", "一氣通貫"),
    "sanshoku_doujun": ("sanshoku doujun", "三色同順", "三色同顺", "三色同順"),
    "sanshoku_doukou": ("sanshoku doukou", "三色同刻", "三色同刻", "三色同刻"),
    "sankantsu": ("sankantsu", "三槓子", "三杠子", "三槓子"),
    "toitoi": ("toitoi", "対々和", "对对和", "對對和"),
    "sanankou": ("sanankou", "三暗刻", "三暗刻", "三暗刻"),
    "shousangen": ("shousangen", "小三元", "小三元", "小三元"),
    "honroutou": ("honroutou", "混老頭", "混老头", "混老頭"),
    "ryanpeikou": ("ryanpeikou", "二盃口", "二杯口", "二盃口"),
    "junchan": ("junchan", "純全帯幺九", "纯全带幺九", "純全帶么九"),
    "honitsu": ("honitsu", "混一色", "混一色", "混一色"),
    "chinitsu": ("chinitsu", "清一色", "清一色", "清一色"),
    "dora": ("dora", "ドラ", "宝牌", "寶牌"),
    "aka": ("red fives", "赤ドラ", "赤宝牌", "赤寶牌"),
    "ura": ("ura dora", "裏ドラ", "里宝牌", "裏寶牌"),
    "kita": ("kita", "抜きドラ 北", "拔北", "拔北"),
    "kita_yakuhai": ("north", "役牌 北", "役牌 北", "役牌 北"),
    "tenhou": ("tenhou", "天和", "天和", "天和"),
    "chiihou": ("chiihou", "地和", "地和", "地和"),
    "renhou": ("renhou", "人和", "人和", "人和"),
    "daisangen": ("daisangen", "大三元", "大三元", "大三元"),
    "suuankou": ("suuankou", "四暗刻", "四暗刻", "四暗刻"),
    "suuankou_tanki": ("suuankou tanki", "四暗刻単騎待ち", "四暗刻单骑", "四暗刻單騎"),
    "tsuuiisou": ("tsuuiisou", "字一色", "字一色", "字一色"),
    "ryuuiisou": ("ryuuiisou", "緑一色", "绿一色", "綠一色"),
    "chinroutou": ("chinroutou", "清老頭", "清老头", "清老頭"),
    "chuuren": ("chuuren poutou", "九蓮宝燈", "九莲宝灯", "九蓮寶燈"),
    "chuuren_9": ("nine-wait chuuren poutou", "純正九蓮宝燈", "纯正九莲宝灯", "純正九蓮寶燈"),
    "kokushi": ("kokushi musou", "国士無双", "国士无双", "國士無雙"),
    "kokushi_13": ("thirteen-wait kokushi musou", "国士無双十三面待ち", "国士无双十三面", "國士無雙十三面"),
    "daisuushii": ("daisuushii", "大四喜", "大四喜", "大四喜"),
    "shousuushii": ("shousuushii", "小四喜", "小四喜", "小四喜"),
    "suukantsu": ("suukantsu", "四槓子", "四杠子", "四槓子"),
    "sanshoku_tsuukan": ("sanshoku tsuukan", "三色通貫", "花龙", "花龍"),
    "sanrenkou": ("sanrenkou", "三連刻", "三连刻", "三連刻"),
    "isshoku_sanjun": ("isshoku sanjun", "一色三順", "一色三顺", "一色三順"),
    "suurenkou": ("suurenkou", "四連刻", "四连刻", "四連刻"),
    "isshoku_yonjun": ("isshoku yonjun", "一色四順", "一色四顺", "一色四順"),
    "daisharin": ("daisharin", "大車輪", "大车轮", "大車輪"),
    "shiisanpuutaa": ("shiisanpuutaa", "十三不塔", "十三不搭", "十三不搭"),
    "hyakumangoku": ("hyakumangoku", "百万石", "百万石", "百萬石"),
    "benikujaku": ("benikujaku", "紅孔雀", "红孔雀", "紅孔雀"),
    "touhoku_shinkansen": ("touhoku shinkansen", "東北新幹線", "东北新干线", "東北新幹線"),
    "daichisei": ("daichisei", "大七星", "大七星", "大七星"),
    "paarenchan": ("paarenchan", "八連荘", "八连庄", "八連莊"),
    "ishi_no_ue_nimo_sannen": ("ishi no ue nimo sannen", "石の上にも三年", "石上三年", "石上三年"),
    "kouitten": ("kouitten", "紅一点", "红一点", "紅一點"),
    "uumensai": ("uumensai", "五門斉", "五门齐", "五門齊"),
    "tuibudao": ("tuibudao", "推不倒", "推不倒", "推不倒"),
    "golden_gate_bridge": ("golden gate bridge", "金門橋", "金门桥", "金門橋"),
    "open_riichi_deal_in": ("open riichi dealt into", "オープン立直放銃", "开立直放铳", "開立直放銃"),
    "hyakumangoku_exact": ("exact hyakumangoku", "百万石（丁度百）", "百万石（正好百）", "百萬石（正好百）"),
    "kanburi": ("kanburi", "槓振り", "杠振", "槓振"),
    "iipin_mouyue": ("iipin mouyue", "一筒摸月", "一筒摸月", "一筒摸月"),
    "chuupin_raoyui": ("chuupin raoyui", "九筒撈魚", "九筒捞鱼", "九筒撈魚"),
    "shiiaru_raotai": ("shiiaru raotai", "十二落抬", "十二落抬", "十二落抬"),
    "sanfuurenkou": ("sanfuurenkou", "三風連刻", "三风连刻", "三風連刻"),
    "pure_ryuuiisou": ("ryuuiisou without hatsu", "緑一色（發なし）", "绿一色（无发）", "綠一色（無發）"),
}
"""Yaku and dora by the names of `tablectl.rules.yaku`."""

FU: Mapping[str, Row] = {
    "base": ("base", "副底", "底符", "底符"),
    "closed ron": ("closed ron", "門前加符", "门前清荣和", "門前清榮和"),
    "tsumo": ("tsumo", "自摸", "自摸", "自摸"),
    "chiitoitsu": ("chiitoitsu", "七対子", "七对子", "七對子"),
    "open triplet": ("open triplet", "明刻", "明刻", "明刻"),
    "concealed triplet": ("concealed triplet", "暗刻", "暗刻", "暗刻"),
    "open kan": ("open kan", "明槓", "明杠", "明槓"),
    "concealed kan": ("concealed kan", "暗槓", "暗杠", "暗槓"),
    "pair": ("pair", "雀頭", "雀头", "雀頭"),
    "kanchan wait": ("kanchan wait", "嵌張待ち", "嵌张听牌", "嵌張聽牌"),
    "penchan wait": ("penchan wait", "辺張待ち", "边张听牌", "邊張聽牌"),
    "tanki wait": ("tanki wait", "単騎待ち", "单骑听牌", "單騎聽牌"),
    "open hand without other fu": ("open hand without other fu", "食い平和形", "副露平和型", "副露平和型"),
}
"""Fu items by the names of `tablectl.rules.fu`, without their tile."""

TERMS: Mapping[str, Row] = {
    # waits
    "ryanmen": ("ryanmen", "両面", "两面", "兩面"),
    "shanpon": ("shanpon", "双碰", "双碰", "雙碰"),
    "kanchan": ("kanchan", "嵌張", "嵌张", "嵌張"),
    "penchan": ("penchan", "辺張", "边张", "邊張"),
    "tanki": ("tanki", "単騎", "单骑", "單騎"),
    # limits
    "mangan": ("mangan", "満貫", "满贯", "滿貫"),
    "haneman": ("haneman", "跳満", "跳满", "跳滿"),
    "baiman": ("baiman", "倍満", "倍满", "倍滿"),
    "sanbaiman": ("sanbaiman", "三倍満", "三倍满", "三倍滿"),
    "yakuman": ("yakuman", "役満", "役满", "役滿"),
    "kazoe_yakuman": ("kazoe yakuman", "数え役満", "累计役满", "累計役滿"),
    # how a hand ends
    "ron": ("ron", "ロン", "荣和", "榮和"),
    "exhaustive": ("exhaustive draw", "荒牌平局", "荒牌流局", "荒牌流局"),
    "nagashi_mangan": ("nagashi mangan", "流し満貫", "流局满贯", "流局滿貫"),
    "kyuushu_kyuuhai": ("kyuushu kyuuhai", "九種九牌", "九种九牌", "九種九牌"),
    "suufon_renda": ("suufon renda", "四風連打", "四风连打", "四風連打"),
    "suucha_riichi": ("suucha riichi", "四家立直", "四家立直", "四家立直"),
    "suukan_sanra": ("suukan sanra", "四槓散了", "四杠散了", "四槓散了"),
    "sancha_hou": ("sancha hou", "三家和", "三家和", "三家和"),
    # why points change hands
    "chombo": ("chombo", "チョンボ", "犯规", "犯規"),
    "daiminkan": ("daiminkan", "大明槓", "大明杠", "大明槓"),
    "pao": ("pao", "包", "包牌", "包牌"),
    "riichi stick back": ("riichi stick back", "立直棒返却", "退还立直棒", "退還立直棒"),
    "noten payment": ("noten payment", "不聴罰符", "不听罚符", "不聽罰符"),
    "nagashi mangan": ("nagashi mangan", "流し満貫", "流局满贯", "流局滿貫"),
    # winds
    "E": ("East", "東", "东", "東"),
    "S": ("South", "南", "南", "南"),
    "W": ("West", "西", "西", "西"),
    "N": ("North", "北", "北", "北"),
}
"""All other terms that an explanation uses."""

_ALL: Mapping[str, Row] = {**YAKU, **FU, **TERMS}


def word(name: str, language: Language) -> str:
    """What `name` is called; a yaku that a house has added goes by the name it was given, in every language."""
    row = _ALL.get(name)
    return name.replace("_", " ") if row is None else row[LANGUAGES.index(language)]
